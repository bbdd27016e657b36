// A small game of cards on boardgame.io, tables in memory only: play any card of your hand, or draw. No rules, no words.
const { Server, Origins } = require("boardgame.io/server");

const shedding = {
  name: "shedding",
  setup: () => {
    const deck = Array.from({ length: 104 }, (_, card) => card);
    return { players: { 0: { hand: deck.splice(0, 8) }, 1: { hand: deck.splice(0, 8) } }, pile: deck.splice(0, 1), secret: { deck } };
  },
  playerView: ({ G, playerID }) => ({
    pile: G.pile,
    deck: G.secret.deck.length,
    players: Object.fromEntries(
      Object.entries(G.players).map(([seat, { hand }]) => [seat, { hand: seat === playerID ? hand : hand.map(() => "?") }]),
    ),
  }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    play: {
      move: ({ G, playerID }, card) => {
        const { hand } = G.players[playerID];
        G.pile.push(hand.splice(hand.indexOf(card), 1)[0]);
        if (G.pile.length > 20) G.secret.deck.unshift(...G.pile.splice(0, 10));
      },
      client: false,
    },
    draw: { move: ({ G, playerID }) => void G.players[playerID].hand.push(G.secret.deck.pop()), client: false },
  },
};

Server({ games: [shedding], origins: [Origins.LOCALHOST] })
  .run(0)
  .then(({ appServer }) => console.log(`boardgame.io at http://127.0.0.1:${appServer.address().port}`));
