// The same job on boardgame.io: a board of 15x15, the two place stones in turn, on empty points only.
// usage: boardgame_io.cjs [FOLDER]: with it matches are stored in files.
const {FlatFile, Server} = require('boardgame.io/server');

const omok = {
  name: 'omok',
  setup: () => ({cells: Array(225).fill(null)}),
  turn: {minMoves: 1, maxMoves: 1},
  moves: {
    place: ({G, playerID}, point) => {
      if (G.cells[point] !== null) return 'INVALID_MOVE';
      G.cells[point] = playerID;
    },
  },
};
const folder = process.argv[2];
console.log = () => {};  // it greets
const server = Server({games: [omok], origins: ['*'], ...(folder ? {db: new FlatFile({dir: folder})} : {})});
server.run({port: 0}).then(({appServer}) => {
  process.stdout.write(`http://127.0.0.1:${appServer.address().port}/\n`);
});
