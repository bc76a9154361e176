import fc, { type AsyncCommand } from 'fast-check';
import {
  contacts,
  hourMs,
  clockMoves,
  automationNames,
  persons,
  tags,
  type Contact,
  type EnrollmentView,
  type Model,
  type AutomationName,
  type Person,
  type EditableRules,
  type Tag,
} from './model';
import { minuteMs } from './automations';
import { KillableRuntime, ServiceUnderTest } from './service-under-test';

/** Runs an action on the model and on the service, and compares their responses. */
class Command implements AsyncCommand<Model, ServiceUnderTest> {
  constructor(
    private readonly description: string,
    /** Returns the actual and the expected response, or undefined if there is nothing to compare. */
    private readonly execute: (
      model: Model,
      service: ServiceUnderTest,
    ) => Promise<{ actual: unknown; expected: unknown } | undefined>,
  ) {}

  check(): boolean {
    return true;
  }

  async run(model: Model, service: ServiceUnderTest): Promise<void> {
    const comparison = await this.execute(model, service);
    if (comparison) expect(comparison.actual).toEqual(comparison.expected);
    model.runUntil(await service.now());
    // If a step is due immediately, the service sends it within a minute.
    await service.advance(minuteMs);
    await expectSameState(model, service);
  }

  toString(): string {
    return this.description;
  }
}

async function expectSameState(model: Model, service: ServiceUnderTest): Promise<void> {
  await Promise.all(automationNames.map((name) => expectSameEnrollments(name, model, service)));
  expect((await service.listMailed()).sort()).toEqual([...model.sentMails].sort());
}

async function expectSameEnrollments(
  name: AutomationName,
  model: Model,
  service: ServiceUnderTest,
): Promise<void> {
  const [enrollments, counts] = await Promise.all([service.listEnrollments(name), service.getCounts(name)]);
  const expected = model.listEnrollments(name);
  const countByStatus = (status: string): number =>
    expected.filter((first) => first.status === status).length;

  expect({ name, enrollments: sortEnrollments(enrollments), counts }).toEqual({
    name,
    enrollments: sortEnrollments(expected),
    counts: {
      active: countByStatus('active'),
      completed: countByStatus('completed'),
      canceled: countByStatus('canceled'),
      failed: 0,
    },
  });
}

const sortEnrollments = (enrollments: readonly EnrollmentView[]): EnrollmentView[] =>
  enrollments.toSorted((first, second) => (JSON.stringify(first) < JSON.stringify(second) ? -1 : 1));

const spellings: ((person: Person) => string)[] = [
  (person) => person,
  (person) => person.toUpperCase(),
  (person) => ` ${person.replace('example', 'Example')} `,
];

const enroll = (name: AutomationName, person: Person, spelling: (person: Person) => string) =>
  new Command(`enroll ${JSON.stringify(spelling(person))} in ${name}`, async (model, service) => {
    const actual = await service.enroll(name, spelling(person));
    return { actual, expected: model.enroll(name, person, await service.now()) };
  });

const recordEvent = (person: Person) =>
  new Command(`record an event of ${person}`, async (model, service) => {
    const actual = await service.recordEvent(person);
    return { actual, expected: model.recordEvent(person, await service.now()) };
  });

const moveClock = (ms: number) =>
  new Command(`move the clock by ${ms / hourMs} hours`, async (_model, service) => {
    await service.advance(ms);
  });

const killRuntime = (afterMs: number) =>
  new Command(`move the clock by 6 hours, and kill after ${afterMs} ms`, async (_model, service) => {
    await service.advanceWithKill(3 * hourMs, afterMs);
    await service.advance(3 * hourMs);
  });

const reply = (person: Person) =>
  new Command(`${person} replies`, async (model, service) => {
    await service.reply(person);
    model.reply(person);
  });

const unsubscribe = (person: Person) =>
  new Command(`${person} unsubscribes`, async (model, service) => {
    await service.suppress(person, 'unsubscribe');
    model.unsubscribe(person);
  });

const suppress = (person: Person) =>
  new Command(`suppress ${person}`, async (model, service) => {
    await service.suppress(person, 'manual');
    model.suppress(person);
  });

const liftSuppression = (person: Person) =>
  new Command(`lift the suppression of ${person}`, async (model, service) => {
    await service.liftSuppression(person);
    model.liftSuppression(person);
  });

const setTopicPreference = (person: Person, subscribed: boolean) =>
  new Command(`${person} opts ${subscribed ? 'in' : 'out'}`, async (model, service) => {
    await service.setTopicPreference(person, subscribed);
    model.setTopicPreference(person, subscribed);
  });

const addTag = (person: Contact, addedTag: Tag) =>
  new Command(`tag ${person} as ${addedTag}`, async (model, service) => {
    await service.changeTags(person, { add: [addedTag] });
    model.addTag(person, addedTag, await service.now());
  });

const removeTag = (person: Contact, removedTag: Tag) =>
  new Command(`take ${removedTag} from ${person}`, async (model, service) => {
    await service.changeTags(person, { remove: [removedTag] });
    model.removeTag(person, removedTag);
  });

const pause = (name: AutomationName) =>
  new Command(`pause ${name}`, async (model, service) => {
    await service.setStatus(name, 'paused');
    model.pause(name);
  });

const activate = (name: AutomationName) =>
  new Command(`activate ${name}`, async (model, service) => {
    await service.setStatus(name, 'active');
    model.activate(name, await service.now());
  });

const editRules = (name: AutomationName, rules: Partial<EditableRules>) =>
  new Command(`change ${name}: ${JSON.stringify(rules)}`, async (model, service) => {
    await service.editRules(name, rules);
    model.editRules(name, rules);
  });

const personArbitrary = fc.constantFrom(...persons);
const contactArbitrary = fc.constantFrom(...contacts);
const tagArbitrary = fc.constantFrom(...tags);
const nameArbitrary = fc.constantFrom(...automationNames);
const rulesArbitrary = fc.record(
  {
    exitTags: fc.subarray<Tag>(['bought', 'lead']),
    exitOnReply: fc.boolean(),
    reenrollment: fc.constantFrom('after_completion', 'never'),
  },
  { requiredKeys: [] },
);

/** Enrollments and clock moves are more frequent than the other commands, which have no effect without enrollments. */
const commonCommands = [
  fc.tuple(nameArbitrary, personArbitrary, fc.constantFrom(...spellings)).map((args) => enroll(...args)),
  fc.tuple(nameArbitrary, personArbitrary, fc.constantFrom(...spellings)).map((args) => enroll(...args)),
  fc.constantFrom(...clockMoves).map(moveClock),
  fc.constantFrom(...clockMoves).map(moveClock),
  personArbitrary.map(recordEvent),
  personArbitrary.map(reply),
  personArbitrary.map(unsubscribe),
  personArbitrary.map(suppress),
  personArbitrary.map(liftSuppression),
  fc.tuple(personArbitrary, fc.boolean()).map((args) => setTopicPreference(...args)),
  fc.tuple(contactArbitrary, tagArbitrary).map((args) => addTag(...args)),
  fc.tuple(contactArbitrary, tagArbitrary).map((args) => addTag(...args)),
  fc.tuple(contactArbitrary, tagArbitrary).map((args) => removeTag(...args)),
  nameArbitrary.map(pause),
  nameArbitrary.map(activate),
  fc.tuple(nameArbitrary, rulesArbitrary).map((args) => editRules(...args)),
];
const killArbitrary = fc.integer({ min: 0, max: 400 }).map(killRuntime);

/** Kills are rare because a kill takes as long as twenty other commands. */
const commandSequences = fc.commands(
  [...commonCommands, ...commonCommands, ...commonCommands, killArbitrary],
  { maxCommands: 12, size: 'max' },
);

/** The options that determine which sequences a test runs. */
interface SampleOptions {
  sequences: number;
  seed: number;
  /** Whether fast-check shrinks a failing sequence, which takes minutes. */
  shrinks?: boolean;
}

/**
 * Runs random command sequences and compares the service with the model. A failure names the seed and the shortest
 * failing sequence.
 */
export async function expectToMatchModel(
  createModel: () => Model,
  { sequences, seed, shrinks = true }: SampleOptions,
): Promise<void> {
  const runtime = await KillableRuntime.start();
  const property = fc.asyncProperty(commandSequences, async (commands) => {
    const service = await ServiceUnderTest.create(runtime);
    await fc.asyncModelRun(() => ({ model: createModel(), real: service }), commands);
    await service.deleteAutomations();
  });
  await fc
    .assert(property, { numRuns: sequences, seed, endOnFailure: !shrinks })
    .finally(() => runtime.stop());
}

/** Much longer than the usual ten seconds, for busy machines. */
const sequenceMsMax = 2 * 60_000;

/** Declares a test of random command sequences. The environment variable FC_SEED selects other sequences. */
export function testRandomSequences(createModel: () => Model, sample: SampleOptions): void {
  const seed = Number(process.env['FC_SEED'] ?? sample.seed);
  const title = `${sample.sequences} random sequences of commands end as promised (AT-18 to AT-44) (FC_SEED=${seed})`;
  test(title, () => expectToMatchModel(createModel, { ...sample, seed }), sample.sequences * sequenceMsMax);
}
