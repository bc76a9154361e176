import fc, { type AsyncCommand } from 'fast-check';
import {
  contacts,
  hour,
  moves,
  names,
  persons,
  tags,
  type Contact,
  type Enrolled,
  type Model,
  type Name,
  type Person,
  type Rules,
  type Tag,
} from './model';
import { minute } from './sequences';
import { Machine, World } from './world';

/** Does the same to both, and holds them against each other. */
class Command implements AsyncCommand<Model, World> {
  constructor(
    private readonly what: string,
    /** What the service answered and what it should have: nothing, where nothing is to be said. */
    private readonly does: (
      model: Model,
      world: World,
    ) => Promise<{ said: unknown; expected: unknown } | undefined>,
  ) {}

  check(): boolean {
    return true;
  }

  async run(model: Model, world: World): Promise<void> {
    const answer = await this.does(model, world);
    if (answer) expect(answer.said).toEqual(answer.expected);
    model.runUntil(await world.now());
    // What is due at once leaves within the minute.
    await world.pass(minute);
    await expectSame(model, world);
  }

  toString(): string {
    return this.what;
  }
}

async function expectSame(model: Model, world: World): Promise<void> {
  await Promise.all(names.map((name) => expectSamePeople(name, model, world)));
  expect((await world.mailed()).sort()).toEqual([...model.mailed].sort());
}

async function expectSamePeople(name: Name, model: Model, world: World): Promise<void> {
  const [enrolled, counts] = await Promise.all([world.enrolled(name), world.counts(name)]);
  const expected = model.enrolled(name);
  const counted = (status: string): number => expected.filter((one) => one.status === status).length;

  expect({ name, enrolled: inOrder(enrolled), counts }).toEqual({
    name,
    enrolled: inOrder(expected),
    counts: {
      active: counted('active'),
      completed: counted('completed'),
      canceled: counted('canceled'),
      failed: 0,
    },
  });
}

const inOrder = (enrolled: readonly Enrolled[]): Enrolled[] =>
  enrolled.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));

const spellings: ((person: Person) => string)[] = [
  (person) => person,
  (person) => person.toUpperCase(),
  (person) => ` ${person.replace('example', 'Example')} `,
];

const enrol = (name: Name, person: Person, spell: (person: Person) => string) =>
  new Command(`enrol ${JSON.stringify(spell(person))} in ${name}`, async (model, world) => {
    const said = await world.enrol(name, spell(person));
    return { said, expected: model.enrol(name, person, await world.now()) };
  });

const record = (person: Person) =>
  new Command(`record an event of ${person}`, async (model, world) => {
    const said = await world.event(person);
    return { said, expected: model.event(person, await world.now()) };
  });

const move = (ms: number) =>
  new Command(`move the clock by ${ms / hour} hours`, async (_model, world) => {
    await world.pass(ms);
  });

const kill = (afterMs: number) =>
  new Command(`move the clock by 6 hours, and kill after ${afterMs} ms`, async (_model, world) => {
    await world.passWithKill(3 * hour, afterMs);
    await world.pass(3 * hour);
  });

const reply = (person: Person) =>
  new Command(`${person} replies`, async (model, world) => {
    await world.reply(person);
    model.reply(person);
  });

const unsubscribe = (person: Person) =>
  new Command(`${person} unsubscribes`, async (model, world) => {
    await world.suppress(person, 'unsubscribe');
    model.unsubscribe(person);
  });

const suppress = (person: Person) =>
  new Command(`suppress ${person}`, async (model, world) => {
    await world.suppress(person, 'manual');
    model.suppress(person);
  });

const lift = (person: Person) =>
  new Command(`lift the suppression of ${person}`, async (model, world) => {
    await world.lift(person);
    model.lift(person);
  });

const choose = (person: Person, subscribed: boolean) =>
  new Command(`${person} opts ${subscribed ? 'in' : 'out'}`, async (model, world) => {
    await world.choose(person, subscribed);
    model.choose(person, subscribed);
  });

const tag = (person: Contact, added: Tag) =>
  new Command(`tag ${person} as ${added}`, async (model, world) => {
    await world.retag(person, { add: [added] });
    model.tag(person, added, await world.now());
  });

const untag = (person: Contact, removed: Tag) =>
  new Command(`take ${removed} from ${person}`, async (model, world) => {
    await world.retag(person, { remove: [removed] });
    model.untag(person, removed);
  });

const pause = (name: Name) =>
  new Command(`pause ${name}`, async (model, world) => {
    await world.setStatus(name, 'paused');
    model.pause(name);
  });

const activate = (name: Name) =>
  new Command(`activate ${name}`, async (model, world) => {
    await world.setStatus(name, 'active');
    model.activate(name, await world.now());
  });

const edit = (name: Name, rules: Partial<Rules>) =>
  new Command(`change ${name}: ${JSON.stringify(rules)}`, async (model, world) => {
    await world.edit(name, rules);
    model.edit(name, rules);
  });

const aPerson = fc.constantFrom(...persons);
const aContact = fc.constantFrom(...contacts);
const aTag = fc.constantFrom(...tags);
const aName = fc.constantFrom(...names);
const someRules = fc.record(
  {
    exitTags: fc.subarray<Tag>(['bought', 'lead']),
    exitOnReply: fc.boolean(),
    reenrolment: fc.constantFrom('after_completion', 'never'),
  },
  { requiredKeys: [] },
);

/** Enrolling and time more often than the rest: what nobody is in, nobody leaves. */
const usual = [
  fc.tuple(aName, aPerson, fc.constantFrom(...spellings)).map((of) => enrol(...of)),
  fc.tuple(aName, aPerson, fc.constantFrom(...spellings)).map((of) => enrol(...of)),
  fc.constantFrom(...moves).map(move),
  fc.constantFrom(...moves).map(move),
  aPerson.map(record),
  aPerson.map(reply),
  aPerson.map(unsubscribe),
  aPerson.map(suppress),
  aPerson.map(lift),
  fc.tuple(aPerson, fc.boolean()).map((of) => choose(...of)),
  fc.tuple(aContact, aTag).map((of) => tag(...of)),
  fc.tuple(aContact, aTag).map((of) => tag(...of)),
  fc.tuple(aContact, aTag).map((of) => untag(...of)),
  aName.map(pause),
  aName.map(activate),
  fc.tuple(aName, someRules).map((of) => edit(...of)),
];
const aKill = fc.integer({ min: 0, max: 400 }).map(kill);

/** A kill takes as long as twenty other commands. */
const aSequence = fc.commands([...usual, ...usual, ...usual, aKill], { maxCommands: 12, size: 'max' });

/** Which sequences are tried. */
interface Sample {
  sequences: number;
  seed: number;
  /** A failure is made shorter, for minutes. */
  shrinks?: boolean;
}

/** Holds the service against the model; a failure names the seed, and the shortest sequence that shows it. */
export async function expectAsTheModel(
  newModel: () => Model,
  { sequences, seed, shrinks = true }: Sample,
): Promise<void> {
  const machine = await Machine.start();
  const tried = fc.asyncProperty(aSequence, async (commands) => {
    const world = await World.begin(machine);
    await fc.asyncModelRun(() => ({ model: newModel(), real: world }), commands);
    await world.end();
  });
  await fc.assert(tried, { numRuns: sequences, seed, endOnFailure: !shrinks }).finally(() => machine.stop());
}

/** One takes ten seconds or so, and more on a machine that does something else. */
const sequenceMsMax = 2 * 60_000;

/** FC_SEED tries others. */
export function testSequences(newModel: () => Model, sample: Sample): void {
  const seed = Number(process.env['FC_SEED'] ?? sample.seed);
  const title = `${sample.sequences} sequences of what may happen end as workspace.md says (FC_SEED=${seed})`;
  test(title, () => expectAsTheModel(newModel, { ...sample, seed }), sample.sequences * sequenceMsMax);
}
