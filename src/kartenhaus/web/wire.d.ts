// What is said and told at a table. Made from src/kartenhaus/table by `make wire`: change it there.

/** How much time there is. */
export interface Clock {
  /** `none`, `move` or `bank`. */
  kind?: string;
  /** For each move, or in the bank at the start. */
  seconds?: number;
  /** Seconds added to the bank after each move. */
  increment?: number;
  /** What happens when it has run out: a `bot` moves, or the seat must `resign`. */
  zero?: string;
}

/** A seat, from outside. */
export interface Sitting {
  /** Empty while the seat is free. */
  name: string;
  /** Empty while the seat is free. */
  colour: string;
  /** `free`, `person` or `bot`. */
  kind: "bot" | "free" | "person";
}

/** What cards, colours and places are called in the viewer's language. */
export interface Names {
  /** By their notation. */
  cards: Record<string, string>;
  /** By their letter; empty for a game without colours. */
  colours: Record<string, string>;
  /** Where cards lie, by the key of the view. */
  places: Record<string, string>;
}

/** A level of bots. */
export interface Level {
  /** What programs call it. */
  name: string;
  /** What it is called in a list of levels. */
  title: string;
  /** What a player of this level is called. */
  player: string;
  /** What it does. */
  help: string;
  /** Whether it is the one that plays unless another is asked for. */
  usual: boolean;
}

/** What points are called, in the forms that `Intl.PluralRules` knows, each with the gap `{count}`. */
export interface Points {
  /** For one of them. */
  one: string;
  /** For several. */
  other: string;
  /** Whether fewer are better. */
  fewer_win: boolean;
}

/** Something that was chosen for a table, in words. */
export interface OptionChosen {
  /** What it is: an option, or the edition. */
  title: string;
  /** How it is. */
  words: string;
}

/** The first frame: what changes seldom, and what it takes to draw the game. */
export interface Welcome {
  type: "welcome";
  /** Its code. */
  table: string;
  /** The name of the game. */
  game: string;
  /** What the game is called. */
  title: string;
  /** How many seats there are. */
  players: number;
  /** How much time there is; fields that have their default are left out. */
  clock: Clock;
  /** As in the state. */
  phase: "closed" | "over" | "playing" | "waiting";
  /** How many seats are free. */
  free: number;
  /** Who sits there. */
  seats: Sitting[];
  /** Games dealt so far. */
  games: number;
  /** A name, or a whole edition. */
  edition: string | Record<string, any>;
  /** The options that were chosen. */
  options: Record<string, string | number | boolean | string[]>;
  /** Whether everybody sees it in the list of tables. */
  public: boolean;
  /** Of these frames and messages: 2. */
  protocol: number;
  /** What is printed on cards and board; each game has its own. */
  picture: Record<string, any>;
  /** What cards, colours and places are called. */
  names: Names;
  /** The levels of bots, from the easiest on. */
  levels: Level[];
  /** At which side of a player the next seat is: `left`, so that seats count clockwise, or `right`. */
  next_seat: "left" | "right";
  /** What points are called, and which way they count. */
  points: Points;
  /** What was chosen for the table, in words. */
  chosen: OptionChosen[];
  /** The viewer's seat; -1 for a spectator. */
  you: number;
}

/** A seat, as it is at the moment. */
export interface Seat {
  /** Empty while the seat is free. */
  name: string;
  /** Empty while the seat is free. */
  colour: string;
  /** `free`, `person` or `bot`. */
  kind: "bot" | "free" | "person";
  /** The level of the bot that sits here; else empty. */
  bot: string;
  /** Whether its player is ready for the next game. */
  ready: boolean;
  /** Whether its player is connected; true for bots. */
  here: boolean;
  /** Whether it has given up this game. */
  resigned: boolean;
  /** Whether its player is gone and a bot plays. */
  replaced: boolean;
  /** Milliseconds it has at the moment the frame is sent; `null` where no time is kept. */
  left: number | null;
}

/** How a game ended. */
export interface Outcome {
  /** Their seats. */
  winners: number[];
  /** One for each seat. */
  points: number[];
  /** The seats that gave up. */
  resigned: number[];
}

/** A move that somebody asks to take back. */
export interface Regret {
  /** Who asks. */
  seat: number;
  /** How many moves of the game would remain. */
  moves: number;
  /** The seats that have yet to answer. */
  asked: number[];
}

/** What it takes to check a deal, once its game is over. */
export interface Deal {
  /** What was published of the secret before the deal. */
  commitment: string;
  /** The secret. */
  secret: string;
  /** What every seat added to it; empty for bots and for who added nothing. */
  nonces: string[];
  /** The seats that were bots; left out where nobody knows any more. */
  bots?: number[];
}

/** What is promised of a deal. */
export interface Fair {
  /** What is published of the secret of the game that is played, or of the next one. */
  commitment: string;
  /** The deal of the game that is over; `null` before that. */
  last: Deal | null;
}

/** One of the choices that make up a move. */
export interface Choice {
  /** What is chosen: see below. */
  kind: "anchor" | "card" | "colour" | "say" | "seat" | "space" | "way" | "word";
  /** Which one, in notation. */
  value: string;
  /** What it is called, in the viewer's language. */
  words: string;
}

/** A move that the viewer may make now. */
export interface Move {
  /** What to send, in notation. */
  move: string;
  /** What to write on a button, in the viewer's language. */
  words: string;
  /** The choices that make it up, in the order in which people make them. */
  steps?: Choice[];
  /** The points that it brings at once. */
  earns?: number;
}

/** One thing that happened in a game. What a kind does not need is empty, or -1 for nobody. */
export interface Event {
  /** What happened: see below. */
  kind: string;
  /** The id of the rule behind it. */
  rule: string;
  /** Whom it is about; left out for nobody. */
  seat?: number;
  /** Who else; left out for nobody. */
  whom?: number;
  /** By its name in notation; `?` for one that may not be seen. */
  card?: string;
  /** The card that it came to lie on. */
  on?: string;
  /** The place that it left. */
  from?: string;
  /** The place where it is now, or where something happened. */
  to?: string;
  /** Of cards or points. */
  amount?: number;
  /** A colour, a direction, an attack, what was said, or why the game is over. */
  word?: string;
  /** The seats that see the face of a card, where not everybody does. */
  seen_by?: number[] | null;
  /** A sentence in the viewer's language that begins with this event, and may tell of the next ones too: those then have none. */
  words?: string;
}

/** Something that happened at the table, as the viewer may know it. A field that its kind does not need is left out. */
export interface Entry {
  /** What happened: see below. */
  kind: string;
  /** Of the entry in the log, from 0 on. */
  number: number;
  /** Whose doing it was, or whom it is about; left out for a spectator. */
  seat?: number;
  /** Of who sat down or wrote. */
  name?: string;
  /** Of who sat down. */
  colour?: string;
  /** The level of a bot that was put on a seat. */
  bot?: string;
  /** Whether the host removed who left. */
  removed?: boolean;
  /** Whether the player is ready, or no longer. */
  ready?: boolean;
  /** In notation; `?` for a card that the viewer may not see. */
  move?: string;
  /** Who made the move for the player: a `bot`, or the `clock` when time had run out. */
  by?: string;
  /** What was written. */
  text?: string;
  /** Whether the seat gave up because its time had run out. */
  clock?: boolean;
  /** How many moves would remain if a move were taken back. */
  moves?: number;
  /** Whether the player agrees to that. */
  agrees?: boolean;
  /** Whether nobody can sit down any more. */
  locked?: boolean;
  /** Why the table is no more: `host`, `left`, `idle` or `full`. */
  reason?: string;
  /** All of it in whole sentences, in the viewer's language; “You …” for what the viewer did. Left out where it needs none. */
  words?: string;
  /** What happened in the game by a deal, by a move, or by moves that are taken back. */
  events?: Event[];
}

/** The whole table, as a viewer may know it. */
export interface State {
  type: "state";
  /** The code of the table; empty for a game at no server's table. */
  table: string;
  /** The name of the game. */
  game: string;
  /** Of the last entry. */
  number: number;
  /** Of the last entry that changed the game: what a move must name; -1 before the first game. */
  answers: number;
  /** `waiting` for the first game, `playing`, `over` between games, `closed`. */
  phase: "closed" | "over" | "playing" | "waiting";
  /** Whether somebody is asked out of turn. */
  question: boolean;
  /** The seats that are, in the order of play: their answers have not come out yet. */
  asked: number[];
  /** Whether the game rests. */
  paused: boolean;
  /** Whether nobody can sit down. */
  locked: boolean;
  /** The seat of the host; -1 for nobody. */
  host: number;
  /** Games dealt so far; the last of them is the one shown. */
  games: number;
  /** One for each seat: see below. */
  seats: Seat[];
  /** How the game ended; `null` before that. */
  outcome: Outcome | null;
  /** Who asks to take a move back; `null` if nobody does. */
  regret: Regret | null;
  /** What is promised of the deal. */
  fair: Fair;
  /** Why the table is no more: `host`, `left` (the last player did), `idle` or `full` (its book is); else empty. */
  closed: string;
  /** The seat whose decision is next; the viewer's own if they are asked out of turn; -1 for nobody. */
  to_act: number;
  /** The viewer's seat; -1 for a spectator. */
  you: number;
  /** The viewer's own answer to a question out of turn, while it is held back; else empty. */
  answered: string;
  /** The moves the viewer may make now. */
  legal: Move[];
  /** The game as the viewer may know it, in notation; `null` before the first game. */
  view: Record<string, any> | null;
  /** What has just happened; empty when nothing has but coming and going. */
  entries: Entry[];
  /** Why the game is over, or why the table closed before it was, in words; else empty. */
  reason: string;
  /** In words, that the table's log is nearly full and no new game begins; else empty. */
  book: string;
}

/** A message has led to an entry, which is saved. */
export interface Done {
  type: "done";
  /** What the sender calls the message. */
  ref: string;
  /** Of the entry. */
  number: number;
}

/** A message has led to nothing. */
export interface Refused {
  type: "refused";
  /** What the sender calls the message. */
  ref: string;
  /** Why, for programs. */
  code: string;
  /** Why, in the viewer's language. */
  message: string;
  /** The id of the rule behind it; empty if there is none. */
  rule: string;
  /** The English sentence with named gaps. */
  key: string;
  /** What goes in the gaps, in notation. */
  params: Record<string, string>;
}

/** Why something cannot be chosen now. */
export interface Why {
  type: "why";
  /** What the sender calls the message that asked. */
  ref: string;
  /** In the viewer's language. */
  message: string;
  /** The id of the rule behind it. */
  rule: string;
}

/** What happened in a game. */
export interface Story {
  type: "story";
  /** What the sender calls the message that asked for it. */
  ref: string;
  /** Which game of the table, from 1 on. */
  game: number;
  /** From the deal on, and what people said around it. */
  entries: Entry[];
}

/** The answer to a ping. */
export interface Pong {
  type: "pong";
  /** What the sender calls the ping. */
  ref: string;
  /** Of the last entry. */
  number: number;
}

/** That was no message, or something went wrong inside the table. */
export interface Error {
  type: "error";
  /** `message` or `broken`. */
  code: string;
  /** In the viewer's language. */
  message: string;
}

/** The game is not there yet, as on the first start of a server; what comes next comes by itself, every second says so again. */
export interface Printing {
  type: "printing";
  /** Its name. */
  game: string;
  /** About how long it will take; 1 at least. */
  seconds: number;
  /** The same in the viewer's language. */
  message: string;
}

/** What a list of tables shows of one: nothing that can be long. */
export interface Listed {
  /** Its code. */
  table: string;
  /** The name of the game. */
  game: string;
  /** What the game is called. */
  title: string;
  /** How many seats there are. */
  players: number;
  /** How much time there is; fields that have their default are left out. */
  clock: Clock;
  /** As in the state. */
  phase: "closed" | "over" | "playing" | "waiting";
  /** How many seats are free. */
  free: number;
  /** Who sits there. */
  seats: Sitting[];
  /** Games dealt so far. */
  games: number;
}

/** A table from outside. */
export interface Outside {
  /** Its code. */
  table: string;
  /** The name of the game. */
  game: string;
  /** What the game is called. */
  title: string;
  /** How many seats there are. */
  players: number;
  /** How much time there is; fields that have their default are left out. */
  clock: Clock;
  /** As in the state. */
  phase: "closed" | "over" | "playing" | "waiting";
  /** How many seats are free. */
  free: number;
  /** Who sits there. */
  seats: Sitting[];
  /** Games dealt so far. */
  games: number;
  /** A name, or a whole edition. */
  edition: string | Record<string, any>;
  /** The options that were chosen. */
  options: Record<string, string | number | boolean | string[]>;
  /** Whether everybody sees it in the list of tables. */
  public: boolean;
  /** The invitation. */
  link: string;
}

/** A value that an option may have. */
export interface OptionChoice {
  /** What to send. */
  value: string | boolean;
  /** What people call it. */
  words: string;
}

/** Something the host may choose. */
export interface Option {
  /** What programs call it. */
  name: string;
  /** What people call it. */
  title: string;
  /** What it does. */
  help: string;
  /** The id of the rule behind it. */
  rule: string;
  /** A `choice` of several, a `seat` (a number from 0), or `lines` (a list of texts). */
  kind: "choice" | "lines" | "seat";
  /** What holds where nothing is chosen; `null` where chance decides, or nothing is there. */
  default: string | number | boolean | string[] | null;
  /** What may be chosen; empty for a seat and for lines. */
  choices: OptionChoice[];
}

/** An edition that came with a game. */
export interface Edition {
  /** What programs call it. */
  name: string;
  /** What people call it. */
  title: string;
  /** Whether it is the one that is played unless told. */
  usual: boolean;
}

/** What a page must know of a game to let people choose. */
export interface GameFacts {
  /** What programs call it. */
  name: string;
  /** What people call it. */
  title: string;
  /** What one does in it. */
  summary: string;
  /** Fewest and most. */
  players: [number, number];
  /** How many play unless told. */
  usual: number;
  /** How long a game takes, about. */
  minutes: number;
  /** The version of its rules. */
  rules: number;
  /** At which side of a player the next seat is: `left`, so that seats count clockwise, or `right`. */
  next_seat: "left" | "right";
  /** What its points are called, and which way they count. */
  points: Points;
  /** What the host may choose. */
  options: Option[];
  /** Those that came with it. */
  editions: Edition[];
  /** Of bots, from the easiest on. */
  levels: Level[];
  /** The cards that the page of its rules shows. */
  shown: string[];
  /** Whether it has a lesson. */
  lesson: boolean;
}

/** Whether the deal of a record is the one that was promised. */
export interface Checked {
  /** Whether it is. */
  kept: boolean;
  /** What was promised. */
  commitment: string;
  /** What was checked, and what that leaves open, in words. */
  told: string;
}

/** A recorded game, as the seat that looks saw it. */
export interface Review {
  /** What it takes to draw the game. */
  about: Welcome;
  /** How many moves there are after the deal. */
  moves: number;
  /** The game at every moment: 0 is the deal, 1 is after the first move. At most 500 are told at once. */
  states: State[];
  /** Whether the deal was fair; `null` for a game that was not dealt by a server. */
  fair: Checked | null;
}

/** A moment of a lesson, as its learner sees it. */
export interface Shown {
  /** What is said. */
  say: string;
  /** The id of the rule that it is about. */
  rule: string;
  /** The move to try; empty where there is only to look. */
  wanted: string;
  /** The game, as a table sends it; with what happened since the last stage. */
  state: State;
}

/** A first game, step by step. */
export interface Lesson {
  /** What it takes to draw the game. */
  about: Welcome;
  /** Its moments. */
  stages: Shown[];
}

/** The first message: who one is. */
export interface Hello {
  do: "hello";
  /** Opens one's seat; without one, one watches. */
  token?: string;
  /** What a spectator is called when writing. */
  name?: string;
  /** What is told is told in it; without one, the handshake says. */
  language?: string;
}

/** Make a move. */
export interface MakeMove {
  do: "move";
  /** What the sender calls it: its answer carries it, and sent again it is the same. */
  ref?: string;
  /** In notation. */
  move: string;
  /** As in the state that the move answers. */
  answers: number;
}

/** Be ready for the next game, or no longer. */
export interface Ready {
  do: "ready";
  /** What the sender calls it: its answer carries it, and sent again it is the same. */
  ref?: string;
  /** Whether one is. */
  ready?: boolean;
  /** One's own share of the chance. */
  nonce?: string;
}

/** Say something. */
export interface Chat {
  do: "chat";
  /** What the sender calls it: its answer carries it, and sent again it is the same. */
  ref?: string;
  /** What everybody reads. */
  text: string;
}

/** Leave the table. */
export interface Leave {
  do: "leave";
  /** What the sender calls it: its answer carries it, and sent again it is the same. */
  ref?: string;
}

/** The host takes a seat away from a player or a bot. */
export interface Remove {
  do: "remove";
  /** What the sender calls it: its answer carries it, and sent again it is the same. */
  ref?: string;
  /** Whose. */
  seat: number;
}

/** The host puts a bot on a free seat. */
export interface SeatBot {
  do: "bot";
  /** What the sender calls it: its answer carries it, and sent again it is the same. */
  ref?: string;
  /** Which. */
  seat: number;
  /** How well it plays. */
  level?: string;
}

/** The host lets nobody else sit down, or does again. */
export interface Lock {
  do: "lock";
  /** What the sender calls it: its answer carries it, and sent again it is the same. */
  ref?: string;
  /** Whether nobody can. */
  locked?: boolean;
}

/** The host hands the role on. */
export interface HandOn {
  do: "host";
  /** What the sender calls it: its answer carries it, and sent again it is the same. */
  ref?: string;
  /** To whom. */
  seat: number;
}

/** The host ends the table. */
export interface Close {
  do: "close";
  /** What the sender calls it: its answer carries it, and sent again it is the same. */
  ref?: string;
}

/** Give up this game, and stay. */
export interface Resign {
  do: "resign";
  /** What the sender calls it: its answer carries it, and sent again it is the same. */
  ref?: string;
}

/** Let the game rest. */
export interface Pause {
  do: "pause";
  /** What the sender calls it: its answer carries it, and sent again it is the same. */
  ref?: string;
}

/** Let the game go on. */
export interface Resume {
  do: "resume";
  /** What the sender calls it: its answer carries it, and sent again it is the same. */
  ref?: string;
}

/** Ask to take back one's last move. */
export interface TakeBack {
  do: "regret";
  /** What the sender calls it: its answer carries it, and sent again it is the same. */
  ref?: string;
}

/** The answer to that. */
export interface Answer {
  do: "answer";
  /** What the sender calls it: its answer carries it, and sent again it is the same. */
  ref?: string;
  /** Whether one agrees. */
  agrees: boolean;
}

/** One choice. */
export interface Chosen {
  /** What is chosen: `card`, `space` and so on. */
  kind: "anchor" | "card" | "colour" | "say" | "seat" | "space" | "way" | "word";
  /** Which one, in notation. */
  value: string;
}

/** Ask why something cannot be chosen now. */
export interface AskWhy {
  do: "why";
  /** What the sender calls it: its answer carries it, and sent again it is the same. */
  ref?: string;
  /** What one would choose, as the steps of a move begin: each with `kind` and `value`. */
  steps: Chosen[];
}

/** Ask what happened in a game, from its deal on. */
export interface AskStory {
  do: "story";
  /** What the sender calls it: its answer carries it, and sent again it is the same. */
  ref?: string;
  /** Which; 0 is the one played now, or last. */
  game?: number;
}

/** Only to hear `pong`. */
export interface Ping {
  do: "ping";
  /** What the sender calls it: its answer carries it, and sent again it is the same. */
  ref?: string;
}

export type Message = Hello | MakeMove | Ready | Chat | Leave | Remove | SeatBot | Lock | HandOn | Close | Resign | Pause | Resume | TakeBack | Answer | AskWhy | AskStory | Ping;

export type Frame = Welcome | State | Done | Refused | Why | Story | Pong | Error | Printing;
