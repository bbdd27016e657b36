// What is said and told at a table. Made from src/kartenhaus/table by `make wire`: change it there.

/** How much time there is. */
export interface Clock {
  /** How time is counted: see “Clocks” in docs/wire.md. */
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
  /** Empty while the seat is free; in a state, a player who left keeps their name until the next game. */
  name: string;
  /** Empty while the seat is free. */
  colour: string;
  /** `free`, `person` or `bot`. */
  kind: "bot" | "free" | "person";
}

/** Something that was chosen for a table, in words. */
export interface OptionChosen {
  /** What it is: an option, the edition, the clock, or who may come. */
  title: string;
  /** Its value. */
  words: string;
  /** Its name for programs. */
  name: string;
  /** The seat, if its value is one; else -1. */
  seat: number;
}

/** What cards, colours and places are called in the viewer's language. */
export interface Names {
  /** Names of cards, by their notation. */
  cards: Record<string, string>;
  /** Names of colours, by their letter; empty for a game without colours. */
  colours: Record<string, string>;
  /** Names of the places where cards lie, by the key of the view. */
  places: Record<string, string>;
  /** What brings points, by the id of its rule; empty if cards are counted at the end. */
  earned: Record<string, string>;
}

/** A level of bots. */
export interface Level {
  /** Its name for programs. */
  name: string;
  /** Its name in a list of levels. */
  title: string;
  /** The name of a bot of this level. */
  player: string;
  /** What it does. */
  help: string;
  /** Whether it is the default. */
  usual: boolean;
}

/** What points are called, in the forms that `Intl.PluralRules` knows, each with the gap `{count}`. */
export interface Points {
  /** The form for one point. */
  one: string;
  /** The form for several. */
  other: string;
  /** Whether fewer are better. */
  fewer_win: boolean;
}

/** What a kind of card, space or place is, in a sentence. */
export interface Help {
  /** A `card`, a `space` of the board, or a `place` where cards lie. */
  kind: "card" | "place" | "space";
  /** Which ones: cards in notation, the characters of spaces on the map, or keys of places as in `names.places`. */
  of: string[];
  /** Those whose pictures explain it best. */
  shown: string[];
  /** What the kind is called; a printed name, if there is one. */
  name: string;
  /** What it does, in a sentence. */
  say: string;
  /** What else to know; may be empty. */
  more: string;
  /** The id of its rule. */
  rule: string;
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
  /** The clock; fields with their default value are left out. */
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
  /** Whether the list of tables shows it. */
  public: boolean;
  /** Who may look on while a game is played: `anyone` or `nobody`. */
  watch: string;
  /** What the host chose, in words: options, the edition, the clock, who may come. */
  chosen: OptionChosen[];
  /** The rest of what it plays with, in words: what is as usual. */
  usual: OptionChosen[];
  /** The version of this protocol: 2. */
  protocol: number;
  /** What is printed on cards and board; different for each game. */
  picture: Record<string, any>;
  /** What cards, colours and places are called. */
  names: Names;
  /** The levels of bots, easiest first, then characters: players with a style. */
  levels: Level[];
  /** The side of a player on which the next seat is: `left` (seats count clockwise) or `right`. */
  next_seat: "left" | "right";
  /** What points are called, and whether more or fewer are better. */
  points: Points;
  /** The name of the game alone, where the title says more. */
  short: string;
  /** What to ask for the next step of a move, by its effect, else by its kind (for a `word`, by its value). */
  questions: Record<string, string>;
  /** What each kind of card, space and place is; empty for a game that does not say. */
  help: Help[];
  /** What players do in this game, in a sentence. */
  summary: string;
  /** Whether the game has a lesson. */
  lesson: boolean;
  /** The viewer's seat; -1 for a spectator. */
  you: number;
}

/** A seat, as it is at the moment. */
export interface Seat {
  /** Empty while the seat is free; in a state, a player who left keeps their name until the next game. */
  name: string;
  /** Empty while the seat is free. */
  colour: string;
  /** `free`, `person` or `bot`. */
  kind: "bot" | "free" | "person";
  /** The level of the bot in this seat; empty for a person. */
  bot: string;
  /** Whether its player is ready for the next game. */
  ready: boolean;
  /** Whether its player is connected; true for bots. */
  here: boolean;
  /** Whether it gave up this game. */
  resigned: boolean;
  /** Whether its player is away and a bot plays for them. */
  replaced: boolean;
  /** Milliseconds left when the frame is sent; `null` without a clock. */
  left: number | null;
  /** Games that its player has won at this table. */
  won: number;
}

/** Who played on a seat. */
export interface Player {
  /** Empty while the seat is free; in a state, a player who left keeps their name until the next game. */
  name: string;
  /** Empty while the seat is free. */
  colour: string;
  /** `free`, `person` or `bot`. */
  kind: "bot" | "free" | "person";
  /** The level of the bot; empty for a person. */
  bot: string;
}

/** How a game ended. */
export interface Outcome {
  /** Their seats. */
  winners: number[];
  /** One for each seat. */
  points: number[];
  /** The seats that gave up. */
  resigned: number[];
  /** Who played on each seat: a player may have left since. */
  players: Player[];
  /** The cards of each seat that count, now open to all; empty if no cards are counted. */
  cards: string[][];
  /** What each of these cards counts. `points` leave that out if the rules had not counted yet when all others gave up. */
  worth: number[][];
  /** The points of each seat by the id of the rule that gave them, the most first; empty if cards are counted. */
  earned: Record<string, number>[];
}

/** A move that somebody asks to take back. */
export interface Regret {
  /** Who asks. */
  seat: number;
  /** How many moves of the game would be left. */
  moves: number;
  /** The seats that have not answered yet. */
  asked: number[];
}

/** What it takes to check a deal, once its game is over. */
export interface Deal {
  /** The digest of the secret, published before the deal. */
  commitment: string;
  /** The secret. */
  secret: string;
  /** What each seat added to it; empty for bots and for players who added nothing. */
  nonces: string[];
  /** The seats that were bots; left out if that was not recorded. */
  bots?: number[];
}

/** What is promised of a deal. */
export interface Fair {
  /** The digest of the secret of the current or next game. */
  commitment: string;
  /** The deal of the finished game; `null` before the end. */
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
  /** What it does besides earning points, in a few words (“all draw”). Left out if it does nothing. */
  brings?: string;
  /** The same for programs, the same in every language (`all draw`). */
  effect?: string;
}

/** A move that the viewer may make now. */
export interface Move {
  /** What to send, in notation. */
  move: string;
  /** What to write on a button, in the viewer's language. */
  words: string;
  /** The choices it consists of, in the order in which people make them. */
  steps?: Choice[];
  /** The points it brings at once. */
  earns?: number;
}

/** One thing that happened in a game. What a kind does not need is empty, or -1 for nobody. */
export interface Event {
  /** What happened: see below. */
  kind: string;
  /** The id of the rule behind it. */
  rule: string;
  /** The seat it is about; left out if there is none. */
  seat?: number;
  /** The other seat; left out if there is none. */
  whom?: number;
  /** The card in notation; `?` for one that the viewer may not see. */
  card?: string;
  /** The card it lies on now. */
  on?: string;
  /** The place it left. */
  from?: string;
  /** The place where it is now, or where something happened. */
  to?: string;
  /** The number of cards or points. */
  amount?: number;
  /** A colour, a direction, an attack, what was said, or why the game is over. */
  word?: string;
  /** The seats that see the face of a card, if not everybody does. */
  seen_by?: number[] | null;
  /** A sentence in the viewer's language about this event. If it covers the next events too, those have none. */
  words?: string;
  /** The name of a player with which that sentence begins; left out if it begins with something else. */
  who?: string;
}

/** Something that happened at the table, as the viewer may know it. Fields that its kind does not use are left out. */
export interface Entry {
  /** What happened: see below. */
  kind: string;
  /** The number of the entry in the log, from 0. */
  number: number;
  /** The seat that did it, or that it is about; left out for a spectator. */
  seat?: number;
  /** The name of the player who sat down or wrote. */
  name?: string;
  /** The colour of the player who sat down. */
  colour?: string;
  /** The level of a bot that was seated. */
  bot?: string;
  /** Whether the host removed the player. */
  removed?: boolean;
  /** Whether the player is ready. */
  ready?: boolean;
  /** The move in notation; `?` for a card that the viewer may not see. */
  move?: string;
  /** Who made the move for the player: a `bot`, or the `clock` when the time was up. */
  by?: string;
  /** What was written. */
  text?: string;
  /** Whether the seat gave up because its time was up. */
  clock?: boolean;
  /** How many moves would be left after taking back. */
  moves?: number;
  /** Whether the player agrees to take back. */
  agrees?: boolean;
  /** Whether the table is now locked. */
  locked?: boolean;
  /** Why the table closed: `host`, `left`, `idle` or `full`. */
  reason?: string;
  /** What happened, in sentences in the viewer's language (“You …” for the viewer). Left out if there is nothing to say. */
  words?: string;
  /** The name of a player with which they begin; left out if they begin with something else. */
  who?: string;
  /** What happened in the game: in a deal, in a move, or when moves were taken back. */
  events?: Event[];
}

/** The whole table, as a viewer may know it. */
export interface State {
  type: "state";
  /** The code of the table; empty for a game that is not on a server. */
  table: string;
  /** The name of the game. */
  game: string;
  /** The number of the last entry. */
  number: number;
  /** The number of the last entry that changed the game; a move must name it. -1 before the first game. */
  answers: number;
  /** `waiting` for the first game, `playing`, `over` between games, `closed`. */
  phase: "closed" | "over" | "playing" | "waiting";
  /** Whether a question out of turn is open. */
  question: boolean;
  /** The seats that are asked and whose answers are not shown yet, in the order of play. */
  asked: number[];
  /** Whether the game is paused. */
  paused: boolean;
  /** Whether the host has locked the table. */
  locked: boolean;
  /** The seat of the host; -1 if there is none. */
  host: number;
  /** Games dealt so far; the last one is shown. */
  games: number;
  /** One for each seat: see below. */
  seats: Seat[];
  /** How the game ended; `null` before the end. */
  outcome: Outcome | null;
  /** A request to take back a move; `null` if there is none. */
  regret: Regret | null;
  /** The server's commitment to the deal. */
  fair: Fair;
  /** Why the table closed: `host`, `left` (the last player left), `idle` or `full` (its log is full); empty while it is open. */
  closed: string;
  /** The seat to act; the viewer's own if they are asked out of turn; -1 for nobody. */
  to_act: number;
  /** The seat whose turn comes next if nothing changes; -1 if only the move decides it, and when no game is played. */
  next: number;
  /** The viewer's seat; -1 for a spectator. */
  you: number;
  /** The viewer's own answer to a question out of turn, until it is shown; else empty. */
  answered: string;
  /** The moves the viewer may make now. */
  legal: Move[];
  /** What the viewer may do now, in words (“9 or higher, or a Lemur”); empty if they may do nothing or the game has no words. */
  prompt: string;
  /** One more sentence beside the prompt: why nothing else is possible, or what happens to the rest; often empty. */
  hint: string;
  /** The game as the viewer may know it, in notation; `null` before the first game. */
  view: Record<string, any> | null;
  /** What has just happened; empty if people only came or went. */
  entries: Entry[];
  /** Why the game is over, or why the table closed in mid-game, in words; else empty. */
  reason: string;
  /** A warning, in words, that the table's log is nearly full and no new game can start; else empty. */
  book: string;
  /** Whether a screen in the middle shows the table to everybody, so that the pages of players may show only their hands. */
  screen: boolean;
}

/** A message was accepted and its entry is saved. */
export interface Done {
  type: "done";
  /** The `ref` of the message. */
  ref: string;
  /** The number of the entry. */
  number: number;
}

/** A message was refused. */
export interface Refused {
  type: "refused";
  /** The `ref` of the message. */
  ref: string;
  /** Why, for programs. */
  code: string;
  /** Why, in the viewer's language. */
  message: string;
  /** The id of the rule behind it; empty if there is none. */
  rule: string;
  /** The English sentence with named placeholders. */
  key: string;
  /** The values of the placeholders, in notation. */
  params: Record<string, string>;
}

/** Why something cannot be chosen now. */
export interface Why {
  type: "why";
  /** The `ref` of the message that asked. */
  ref: string;
  /** In the viewer's language. */
  message: string;
  /** The id of the rule behind it. */
  rule: string;
}

/** What happened in a game. */
export interface Story {
  type: "story";
  /** The `ref` of the message that asked for it. */
  ref: string;
  /** The number of the game at this table, from 1. */
  game: number;
  /** Everything from the deal on, and chat before and after the game. */
  entries: Entry[];
}

/** A player makes a face. It is shown for a moment and not stored. */
export interface Reaction {
  type: "reaction";
  /** Who. */
  seat: number;
  /** Which: `laugh`, `cheer`, `wow`, `think`, `cry` or `grumble`. */
  face: "cheer" | "cry" | "grumble" | "laugh" | "think" | "wow";
  /** The same in words, in the viewer's language. */
  words: string;
}

/** The answer to a ping. */
export interface Pong {
  type: "pong";
  /** The `ref` of the ping. */
  ref: string;
  /** The number of the last entry. */
  number: number;
}

/** The message could not be read, or something went wrong inside the table. */
export interface Error {
  type: "error";
  /** `message` or `broken`. */
  code: string;
  /** In the viewer's language. */
  message: string;
}

/** The game is still being compiled, as on the first start of a server. Sent every second until the game is ready. */
export interface Printing {
  type: "printing";
  /** Its name. */
  game: string;
  /** About how many seconds it will take; at least 1. */
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
  /** The clock; fields with their default value are left out. */
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
  /** The clock; fields with their default value are left out. */
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
  /** Whether the list of tables shows it. */
  public: boolean;
  /** Who may look on while a game is played: `anyone` or `nobody`. */
  watch: string;
  /** What the host chose, in words: options, the edition, the clock, who may come. */
  chosen: OptionChosen[];
  /** The rest of what it plays with, in words: what is as usual. */
  usual: OptionChosen[];
  /** The invitation. */
  link: string;
  /** The seats whose decision the game waits for. */
  waits_for: number[];
  /** Milliseconds that the first of them has left, with a clock by the day; else `null`. */
  left: number | null;
}

/** A value that an option may have. */
export interface OptionChoice {
  /** What to send. */
  value: string | boolean;
  /** Its name for people. */
  words: string;
  /** The lines of the board that it names; left out for anything else. */
  map?: string[];
}

/** Something the host may choose. */
export interface Option {
  /** Its name for programs. */
  name: string;
  /** Its name for people. */
  title: string;
  /** What it does. */
  help: string;
  /** The id of the rule behind it. */
  rule: string;
  /** A `choice` of several, a `seat` (a number from 0), or `lines` (a list of texts). */
  kind: "choice" | "lines" | "seat";
  /** The value if nothing is chosen; `null` if it is random or there is none. */
  default: string | number | boolean | string[] | null;
  /** The possible values; empty for a seat and for lines. */
  choices: OptionChoice[];
  /** For a seat: whom the printed rules name (“the youngest”); empty if they name nobody. */
  printed: string;
  /** What to propose if several people play; `null` for the default. */
  among_people: string | number | boolean | string[] | null;
  /** The name of the option that this one takes the place of; choose only one of them. */
  instead_of: string;
}

/** An edition that came with a game. */
export interface Edition {
  /** Its name for programs. */
  name: string;
  /** Its name for people. */
  title: string;
  /** Whether it is the default. */
  usual: boolean;
}

/** A time that a clock may have. */
export interface ClockTime {
  /** What to send. */
  seconds: number;
  /** The same for people. */
  words: string;
}

/** A kind of clock, and what to offer for it. */
export interface ClockOffer {
  /** Its name for programs. */
  name: string;
  /** Its name for people. */
  title: string;
  /** How much time; empty for the kind that keeps none. */
  times: ClockTime[];
  /** The seconds to propose. */
  usual: number;
  /** How much time to add after each move; empty if this kind adds none. */
  increments: ClockTime[];
}

/** What a page must know of a game to let people choose. */
export interface GameFacts {
  /** Its name for programs. */
  name: string;
  /** Its name for people. */
  title: string;
  /** The name alone, where the title says more. */
  short: string;
  /** What players do in it. */
  summary: string;
  /** The smallest and the largest number of players. */
  players: [number, number];
  /** The default number of players. */
  usual: number;
  /** About how long a game takes. */
  minutes: number;
  /** The version of its rules. */
  rules: number;
  /** The side of a player on which the next seat is: `left` (seats count clockwise) or `right`. */
  next_seat: "left" | "right";
  /** What its points are called, and whether more or fewer are better. */
  points: Points;
  /** What the host may choose. */
  options: Option[];
  /** The editions that come with it. */
  editions: Edition[];
  /** The levels of bots, easiest first, then characters: players with a style. */
  levels: Level[];
  /** The cards to show on the page of its rules. */
  shown: string[];
  /** Whether it has a lesson. */
  lesson: boolean;
  /** What its lessons are called, in order. */
  lessons: string[];
  /** The kinds of clocks a table may have. */
  clocks: ClockOffer[];
  /** What may happen when a clock has run out. */
  zero: OptionChoice[];
  /** What the host may choose for a table of any game. */
  table: Option[];
}

/** A paragraph about the game. */
export interface Paragraph {
  /** A heading; may be empty. */
  title: string;
  /** The text. */
  say: string;
  /** The id of its rule. */
  rule: string;
}

/** A moment of an example. */
export interface ExampleStep {
  /** The cards to show, in notation; may be empty. */
  cards: string[];
  /** What happens. */
  say: string;
  /** The points that these cards bring in the standard edition; 0 if the step is not about points. */
  points: number;
}

/** An example of how the game is played or counted. */
export interface Example {
  /** What it is about. */
  title: string;
  /** The id of its rule. */
  rule: string;
  /** What happens, one thing after another. */
  steps: ExampleStep[];
}

/** A game in short, for people; its cards and spaces are in `help`. */
export interface Guide {
  /** For which ages it is. */
  ages: string;
  /** What players try to do. */
  goal: string;
  /** What one does on a turn. */
  turn: Paragraph[];
  /** How one scores and wins. */
  win: Paragraph[];
  /** Examples, with pictures. */
  examples: Example[];
  /** Good advice. */
  advice: Paragraph[];
}

/** Whether the deal of a record is the one that was promised. */
export interface Checked {
  /** Whether the deal is the promised one. */
  kept: boolean;
  /** The commitment from before the game. */
  commitment: string;
  /** What was checked, and what that cannot prove, in words. */
  told: string;
}

/** A recorded game, as the seat that looks saw it. */
export interface Review {
  /** What a client needs to draw the game. */
  about: Welcome;
  /** The number of moves after the deal. */
  moves: number;
  /** The game at every moment: 0 is the deal, 1 is after the first move. At most 500 at once. */
  states: State[];
  /** Whether the deal was fair; `null` for a game that was not dealt by a server. */
  fair: Checked | null;
}

/** A moment of a lesson, as its learner sees it. */
export interface Shown {
  /** The text for the learner. */
  say: string;
  /** The id of the rule it explains. */
  rule: string;
  /** The move to try; empty if there is only something to look at. */
  wanted: string;
  /** The game, as a table sends it, with what happened since the last stage. */
  state: State;
}

/** A lesson, step by step. */
export interface Lesson {
  /** What it is about. */
  title: string;
  /** What a client needs to draw the game. */
  about: Welcome;
  /** Its steps. */
  stages: Shown[];
}

/** A figure of an edition. */
export interface Figure {
  /** Its key in the file; a card in notation, if its section has cards. */
  key: string;
  /** Its name for people. */
  title: string;
  /** The lowest number that can be played. */
  low: number;
  /** The highest. */
  high: number;
  /** What counts if it is missing; `null` if it must be there. */
  usual: number | null;
}

/** A table of an edition, or the figures at its top. */
export interface Section {
  /** Its key in the file; empty for the figures at the top. */
  key: string;
  /** Its name for people. */
  title: string;
  /** Whether its figures belong to cards. */
  cards: boolean;
  /** Its figures, in order. */
  figures: Figure[];
}

/** What an edition of a game holds. */
export interface BoxFacts {
  /** Its figures. */
  sections: Section[];
  /** Our standard edition, to start from. */
  ours: Record<string, any>;
}

/** What is wrong with a figure. */
export interface Wrong {
  /** The key of its section; empty for what is at the top, or about a whole section. */
  section: string;
  /** The key of the figure, or of the section. */
  entry: string;
  /** What is wrong, in words. */
  message: string;
}

/** What some figures add up to. */
export interface Total {
  /** The key of their section. */
  section: string;
  /** What is counted. */
  words: string;
  /** The keys of the figures. */
  entries: string[];
  /** How many there are. */
  count: number;
  /** How many there must be. */
  right: number;
}

/** An edition of one's own, looked through. */
export interface BoxChecked {
  /** What is wrong; nothing if it can be played. */
  faults: Wrong[];
  /** What must add up. */
  totals: Total[];
  /** The edition, without what no edition of this game has. */
  edition: Record<string, any>;
  /** The same as the text of a file (TOML). */
  text: string;
  /** The figures in words, if nothing is wrong. */
  facts: string[];
}

/** A kind of space. */
export interface SpaceKind {
  /** Its character on a map. */
  mark: string;
  /** How many of them a board may have. */
  most: number;
}

/** A board that came with the game. */
export interface OurBoard {
  /** Its name for programs. */
  name: string;
  /** Its name for people. */
  title: string;
  /** Its map. */
  lines: string[];
}

/** What a board may be. */
export interface BoardFacts {
  /** The kinds of spaces; their names are in `help` of the game. */
  kinds: SpaceKind[];
  /** The most columns. */
  columns: number;
  /** The most rows. */
  rows: number;
  /** The fewest spaces. */
  least: number;
  /** The most spaces. */
  most: number;
  /** The option with which a table takes one of our boards. */
  option: string;
  /** The option with which a table takes a map of one's own. */
  lines: string;
  /** Our boards, to start from. */
  ours: OurBoard[];
}

/** What is wrong with a board, and where. */
export interface Spot {
  /** From 0; -1 if no space is at fault. */
  column: number;
  /** From 0. */
  row: number;
  /** What is wrong, in words. */
  message: string;
}

/** A board of one's own, looked through. */
export interface BoardChecked {
  /** What is wrong; nothing if it can be played on. */
  faults: Spot[];
  /** Its map, without what is empty around it. */
  lines: string[];
  /** How many spaces it has. */
  spaces: number;
  /** How many of each kind, by character. */
  counts: Record<string, number>;
}

/** How often a seat wins, with the 95 % interval, and its points on average. */
export interface SeatChance {
  /** Of all games, from 0 to 1; a shared win counts in part. */
  share: number;
  /** The lower end of the interval. */
  low: number;
  /** The upper end. */
  high: number;
  /** On average. */
  points: number;
}

/** What a series of games was like. */
export interface Played {
  /** How many were played. */
  games: number;
  /** Moves of a game, on average. */
  moves: number;
  /** One game in ten is shorter. */
  short: number;
  /** One game in ten is longer. */
  long: number;
  /** About how long a game takes, if a move takes as long as with ours. */
  minutes: number;
  /** By seat, in the order in which they play. */
  seats: SeatChance[];
  /** The points of a player: a tenth has fewer than the first, half than the second, a tenth more than the third. */
  points: number[];
  /** The plot of the moves: the share of games in each bin. */
  bins: number[];
}

/** How often something happens in a game, on average. */
export interface Often {
  /** What happens. */
  title: string;
  /** With this edition or board. */
  mine: number;
  /** With ours. */
  ours: number;
}

/** How an edition or a board plays, beside ours. */
export interface Balance {
  /** The one in question. */
  mine: Played;
  /** Ours. */
  ours: Played;
  /** Where the plot begins, in moves. */
  first: number;
  /** Where it ends. */
  last: number;
  /** What makes the game special. */
  specials: Often[];
  /** Which seat starts, or deals, in all games, in words. */
  starts: string;
}

/** The first message: who the client is. */
export interface Hello {
  do: "hello";
  /** The token of the seat; without it, the client watches. */
  token?: string;
  /** The name of a spectator in chat. */
  name?: string;
  /** The language of all texts; without it, the one of the handshake. */
  language?: string;
  /** Whether the client is a screen in the middle of the table, for everybody; without a token. */
  screen?: boolean;
  /** The tokens of other seats whose players sit at the same device: they count as connected, and their views are not sent. */
  holds?: string[];
}

/** Make a move. */
export interface MakeMove {
  do: "move";
  /** Chosen by the sender: the answer repeats it, and the same message sent again counts once. */
  ref?: string;
  /** In notation. */
  move: string;
  /** `answers` of the state that the move answers. */
  answers: number;
}

/** Be ready for the next game, or no longer ready. */
export interface Ready {
  do: "ready";
  /** Chosen by the sender: the answer repeats it, and the same message sent again counts once. */
  ref?: string;
  /** Whether the player is ready. */
  ready?: boolean;
  /** The player's own contribution to the seed. */
  nonce?: string;
  /** Who: a seat that this connection holds; -1 for its own. */
  seat?: number;
}

/** Say something. */
export interface Chat {
  do: "chat";
  /** Chosen by the sender: the answer repeats it, and the same message sent again counts once. */
  ref?: string;
  /** The text. */
  text: string;
}

/** Make a face, which everybody sees for a moment. */
export interface React {
  do: "react";
  /** Chosen by the sender: the answer repeats it, and the same message sent again counts once. */
  ref?: string;
  /** Which. */
  face: "cheer" | "cry" | "grumble" | "laugh" | "think" | "wow";
}

/** Leave the table. */
export interface Leave {
  do: "leave";
  /** Chosen by the sender: the answer repeats it, and the same message sent again counts once. */
  ref?: string;
}

/** The host takes a seat away from a player or a bot. */
export interface Remove {
  do: "remove";
  /** Chosen by the sender: the answer repeats it, and the same message sent again counts once. */
  ref?: string;
  /** Whose. */
  seat: number;
}

/** The host puts a bot on a free seat. */
export interface SeatBot {
  do: "bot";
  /** Chosen by the sender: the answer repeats it, and the same message sent again counts once. */
  ref?: string;
  /** Which. */
  seat: number;
  /** How well it plays. */
  level?: string;
}

/** The host locks or unlocks the table. */
export interface Lock {
  do: "lock";
  /** Chosen by the sender: the answer repeats it, and the same message sent again counts once. */
  ref?: string;
  /** Whether nobody can sit down. */
  locked?: boolean;
}

/** The host makes another player the host. */
export interface HandOn {
  do: "host";
  /** Chosen by the sender: the answer repeats it, and the same message sent again counts once. */
  ref?: string;
  /** To whom. */
  seat: number;
}

/** The host closes the table. */
export interface Close {
  do: "close";
  /** Chosen by the sender: the answer repeats it, and the same message sent again counts once. */
  ref?: string;
}

/** Give up this game, and stay at the table. */
export interface Resign {
  do: "resign";
  /** Chosen by the sender: the answer repeats it, and the same message sent again counts once. */
  ref?: string;
}

/** Pause the game. */
export interface Pause {
  do: "pause";
  /** Chosen by the sender: the answer repeats it, and the same message sent again counts once. */
  ref?: string;
}

/** Resume the game. */
export interface Resume {
  do: "resume";
  /** Chosen by the sender: the answer repeats it, and the same message sent again counts once. */
  ref?: string;
}

/** Ask to take back the last move. */
export interface TakeBack {
  do: "regret";
  /** Chosen by the sender: the answer repeats it, and the same message sent again counts once. */
  ref?: string;
}

/** The answer to a request to take back. */
export interface Answer {
  do: "answer";
  /** Chosen by the sender: the answer repeats it, and the same message sent again counts once. */
  ref?: string;
  /** Whether the player agrees. */
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
  /** Chosen by the sender: the answer repeats it, and the same message sent again counts once. */
  ref?: string;
  /** The first steps of a move, each with `kind` and `value`. */
  steps: Chosen[];
}

/** Ask what happened in a game, from its deal on. */
export interface AskStory {
  do: "story";
  /** Chosen by the sender: the answer repeats it, and the same message sent again counts once. */
  ref?: string;
  /** Which; 0 is the one played now, or last. */
  game?: number;
}

/** Ask for a `pong`. */
export interface Ping {
  do: "ping";
  /** Chosen by the sender: the answer repeats it, and the same message sent again counts once. */
  ref?: string;
}

export type Message =
  | Hello
  | MakeMove
  | Ready
  | Chat
  | React
  | Leave
  | Remove
  | SeatBot
  | Lock
  | HandOn
  | Close
  | Resign
  | Pause
  | Resume
  | TakeBack
  | Answer
  | AskWhy
  | AskStory
  | Ping;

export type Frame =
  | Welcome
  | State
  | Done
  | Refused
  | Why
  | Story
  | Reaction
  | Pong
  | Error
  | Printing;
