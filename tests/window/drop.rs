//! A file dropped on a window as a file manager does it: by the X11 protocol for drag and drop, version 5.

use std::path::Path;
use std::time::{Duration, Instant};

use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    Atom, ClientMessageEvent, ConnectionExt, CreateWindowAux, EventMask, PropMode, SELECTION_NOTIFY_EVENT,
    SelectionNotifyEvent, Window, WindowClass,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

use super::display::PATIENCE;

/// The side that drags.
struct Source {
    server: RustConnection,
    target: Window,
}

impl Source {
    fn atom(&self, name: &str) -> Atom {
        self.server.intern_atom(false, name.as_bytes()).expect("asked").reply().expect("an atom").atom
    }

    fn send(&self, kind: &str, data: [u32; 5]) {
        let message = ClientMessageEvent::new(32, self.target, self.atom(kind), data);
        self.server.send_event(false, self.target, EventMask::NO_EVENT, message).expect("sent");
        self.server.flush().expect("flushed");
    }
}

/// Drops a file into the middle of a window.
pub(super) fn drop_file(display: &str, target: Window, file: &Path) {
    let (server, screen) = RustConnection::connect(Some(display)).expect("the display");
    let root = server.setup().roots[screen].root;
    let window = server.generate_id().expect("a number");
    let plain = CreateWindowAux::new();
    server.create_window(0, window, root, 0, 0, 1, 1, 0, WindowClass::INPUT_OUTPUT, 0, &plain).expect("a window");
    let source = Source { server, target };
    let server = &source.server;
    let files = source.atom("text/uri-list");
    let selection = source.atom("XdndSelection");
    server.set_selection_owner(window, selection, x11rb::CURRENT_TIME).expect("owned");
    let size = server.get_geometry(target).expect("asked").reply().expect("a size");
    let middle = (i16::try_from(size.width / 2).expect("small"), i16::try_from(size.height / 2).expect("small"));
    let at = server.translate_coordinates(target, root, middle.0, middle.1).expect("asked").reply().expect("a place");
    let place = u32::from(at.dst_x as u16) << 16 | u32::from(at.dst_y as u16);
    source.send("XdndEnter", [window, 5 << 24, files, 0, 0]);
    source.send("XdndPosition", [window, 0, place, x11rb::CURRENT_TIME, source.atom("XdndActionCopy")]);
    let start = Instant::now();
    let (status, finished) = (source.atom("XdndStatus"), source.atom("XdndFinished"));
    let mut dropped = false;
    while start.elapsed() < PATIENCE {
        match server.poll_for_event().expect("a server") {
            Some(Event::ClientMessage(message)) if message.type_ == status => {
                let accepts = message.data.as_data32()[1] & 1 == 1;
                if accepts && !std::mem::replace(&mut dropped, true) {
                    source.send("XdndDrop", [window, 0, x11rb::CURRENT_TIME, 0, 0]);
                }
            }
            Some(Event::ClientMessage(message)) if message.type_ == finished => return,
            Some(Event::SelectionRequest(request)) => {
                let list = format!("file://{}\r\n", file.display());
                server
                    .change_property8(PropMode::REPLACE, request.requestor, request.property, files, list.as_bytes())
                    .expect("given");
                let event = SelectionNotifyEvent {
                    response_type: SELECTION_NOTIFY_EVENT,
                    sequence: 0,
                    time: request.time,
                    requestor: request.requestor,
                    selection: request.selection,
                    target: request.target,
                    property: request.property,
                };
                server.send_event(false, request.requestor, EventMask::NO_EVENT, event).expect("sent");
                server.flush().expect("flushed");
            }
            _ => std::thread::sleep(Duration::from_millis(10)),
        }
    }
    panic!("the window did not take what was dropped");
}
