// Two strangers play whole games of Omok against each other: each by another WebSocket library of npm, then with the
// places changed. They know the protocol from PROTOCOL.md only: hello, create, open, join, play, and coming back with
// `since` after a lost connection. usage: node play.mjs http://localhost:PORT
import websocket from 'websocket';
import WebSocket from 'ws';

const server = process.argv[2].replace(/^http/, 'ws').replace(/\/$/, '') + '/ws';

function fail(why) {
  console.error(`FAIL ${why}`);
  process.exit(1);
}
setTimeout(() => fail('nothing more came within two minutes'), 120000).unref();

// Each library behind the same three functions: on_text, send, end.
const libraries = {
  ws: (on_open, on_text) => {
    const socket = new WebSocket(server);
    socket.on('open', on_open);
    socket.on('message', (data, binary) => (binary ? fail('a binary frame') : on_text(data.toString())));
    socket.on('error', (error) => fail(`ws: ${error.message}`));
    return {send: (text) => socket.send(text), end: () => socket.close(1000)};
  },
  websocket: (on_open, on_text) => {
    const socket = new websocket.w3cwebsocket(server);
    socket.onopen = on_open;
    socket.onmessage = ({data}) => (typeof data === 'string' ? on_text(data) : fail('a binary frame'));
    socket.onerror = () => fail('websocket: no connection');
    return {send: (text) => socket.send(text), end: () => socket.close(1000)};
  },
};

class Player {
  constructor(library, room, on_room, on_end) {
    Object.assign(this, {library, room, on_room, on_end, seq: 0, version: 0, taken: new Set(), ended: false});
    this.connect();
  }
  connect() {
    this.link = libraries[this.library](() => this.say({t: 'hello', version: 1, client: `npm-${this.library}`}),
                                        (text) => this.hear(JSON.parse(text)));
  }
  say(message) { this.link.send(JSON.stringify(message)); }
  hear(message) { (this[message.t] ?? (() => {})).call(this, message); }

  welcome() {
    if (this.secret) return this.say({t: 'open', room: this.room, secret: this.secret, since: this.version});
    if (this.room) return this.say({t: 'open', room: this.room});
    this.say({t: 'create', game: 'omok', name: this.library});
  }
  entered({room, secret, side}) {
    Object.assign(this, {room, secret, side});
    this.on_room(room);
  }
  state({version, you, to_move, phase, ply}) {
    Object.assign(this, {version, ply});
    if (!you) return this.say({t: 'join', name: this.library});
    if (phase === 'playing') this.turn(to_move);
  }
  event(event) {
    if (event.version <= this.version) return;
    if (event.version !== this.version + 1) fail(`${this.library}: from version ${this.version} to ${event.version}`);
    Object.assign(this, {version: event.version, ply: event.ply});
    if (event.kind === 'moved') {
      if (this.taken.has(event.move)) fail(`${this.library}: ${event.move} was played twice`);
      this.taken.add(event.move);
    }
    if (event.result) return this.end(event.result);
    // Once in the middle of the game the connection is lost.
    if (event.ply === 20 && !this.was_away) {
      this.was_away = true;
      this.link.end();
      return this.connect();
    }
    this.turn(event.to_move);
  }
  presence() {
    // After coming back with `since` and nothing missed.
    if (this.was_away && !this.is_back) {
      this.is_back = true;
      this.turn(this.ply % 2 === 0 ? 'black' : 'white');
    }
  }
  turn(to_move) {
    if (to_move !== this.side || this.asked === this.ply) return;
    this.asked = this.ply;
    for (;;) {
      const move = 'ABCDEFGHIJKLMNO'[Math.floor(Math.random() * 15)] + (1 + Math.floor(Math.random() * 15));
      if (this.taken.has(move)) continue;
      return this.say({t: 'play', seq: ++this.seq, ply: this.ply, move});
    }
  }
  reject({reason, message}) { fail(`${this.library}: refused, ${reason}: ${message}`); }
  bye({reason}) {
    if (!this.ended) fail(`${this.library}: goodbye, ${reason}`);
  }
  end(result) {
    this.ended = true;
    this.link.end();
    this.on_end(result);
  }
}

function play(creator, guest) {
  return new Promise((resolve) => {
    const results = [];
    const on_end = (result) => {
      results.push(result);
      if (results.length < 2) return;
      if (JSON.stringify(results[0]) !== JSON.stringify(results[1])) fail('the two saw different ends');
      console.log(`${creator} (black) and ${guest} (white): ${result.winner ?? 'nobody'} won, ${result.reason}, ` +
                  `${first.taken.size} moves`);
      resolve();
    };
    const first = new Player(creator, undefined, (room) => new Player(guest, room, () => {}, on_end), on_end);
  });
}

await play('ws', 'websocket');
await play('websocket', 'ws');
process.exit(0);
