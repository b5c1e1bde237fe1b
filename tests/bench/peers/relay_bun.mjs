// The same job on Bun's server, which is uWebSockets: a room is a topic.
const rooms = new Map();
const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch(request, self) {
    return self.upgrade(request, {data: {}}) ? undefined : new Response('', {status: 400});
  },
  websocket: {
    perMessageDeflate: false,
    message(socket, text) {
      if (socket.data.room) {
        server.publish(socket.data.room, text);
        return;
      }
      socket.data.room = text;
      socket.subscribe(text);
      rooms.set(text, (rooms.get(text) ?? 0) + 1);
      if (rooms.get(text) === 2) server.publish(text, 'ready');
    },
  },
});
console.log(`http://127.0.0.1:${server.port}/`);
