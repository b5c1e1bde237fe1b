// The job on npm's ws: the first frame of a connection names its room, every other goes to both of the room.
import {WebSocketServer} from 'ws';

const rooms = new Map();
const server = new WebSocketServer({host: '127.0.0.1', port: 0, perMessageDeflate: false});
server.on('listening', () => console.log(`http://127.0.0.1:${server.address().port}/`));
server.on('connection', (socket) => {
  let room;
  socket.on('message', (data) => {
    const text = data.toString();
    if (room) {
      for (const one of room) one.send(text);
      return;
    }
    if (!rooms.has(text)) rooms.set(text, []);
    room = rooms.get(text);
    room.push(socket);
    if (room.length === 2) for (const one of room) one.send('ready');
  });
});
