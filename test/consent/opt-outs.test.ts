import fc from 'fast-check';
import { Mailings } from '../support/links/mailings';
import { Service } from '../support/service';

/** Whatever happens to people, and in which order: who has opted out stays so until somebody lifts it. */
let service: Service;

beforeAll(async () => {
  service = await Service.shared();
});

afterAll(() => service.stop());

type Status = 'subscribed' | 'unsubscribed' | 'bounced' | 'complained';
type Scope = 'all' | 'marketing';
type Reason = 'unsubscribe' | 'hard_bounce' | 'complaint' | 'manual';

type Step =
  | { does: 'import'; rows: { who: number; status: Status | undefined }[] }
  | { does: 'add'; who: number; status: Status | undefined }
  | { does: 'patch'; who: number; unsubscribed: boolean }
  | { does: 'suppress'; who: number; scope: Scope; reason: Reason }
  | { does: 'lift'; who: number; scope: Scope }
  | { does: 'leave' | 'delete'; who: number };

const everybody = [0, 1, 2];
const who = fc.constantFrom(...everybody);
const status = fc.constantFrom<Status | undefined>(
  undefined,
  'subscribed',
  'unsubscribed',
  'bounced',
  'complained',
);
const scope = fc.constantFrom<Scope>('all', 'marketing');
const reason = fc.constantFrom<Reason>('unsubscribe', 'hard_bounce', 'complaint', 'manual');

const optingOut = [
  fc.record({
    does: fc.constant('import' as const),
    rows: fc.array(fc.record({ who, status }), { minLength: 1, maxLength: 5 }),
  }),
  fc.record({ does: fc.constant('add' as const), who, status }),
  fc.record({ does: fc.constant('suppress' as const), who, scope, reason }),
];
const others = [
  fc.record({ does: fc.constant('patch' as const), who, unsubscribed: fc.boolean() }),
  fc.record({ does: fc.constant('lift' as const), who, scope }),
  fc.record({ does: fc.constantFrom('leave' as const, 'delete' as const), who }),
];

/** What is known of an address. */
interface Person {
  /** Undefined: there is no contact. */
  unsubscribed?: boolean | undefined;
  suppressions: Partial<Record<Scope, Reason>>;
}

const isGrave = (why: Reason | undefined): boolean => why === 'hard_bounce' || why === 'complaint';

/** The rules of the contract about one address. */
class Model {
  readonly people: readonly Person[] = everybody.map(() => ({ suppressions: {} }));

  take(step: Step): void {
    if (step.does === 'import') return this.import(step.rows);
    const person = this.of(step.who);
    if (step.does === 'add') this.import([step]);
    else if (step.does === 'suppress') this.suppress(person, step.scope, step.reason);
    else if (step.does === 'lift') this.lift(person, step.scope);
    else if (step.does === 'delete') person.unsubscribed = undefined;
    else if (step.does === 'patch' && person.unsubscribed !== undefined)
      this.patch(person, step.unsubscribed);
  }

  private import(rows: readonly { who: number; status: Status | undefined }[]): void {
    const seen = new Set<number>();
    for (const row of rows) {
      const person = this.of(row.who);
      if (row.status === 'unsubscribed') this.suppress(person, 'marketing', 'unsubscribe');
      if (row.status === 'bounced' || row.status === 'complained')
        this.suppress(person, 'all', row.status === 'bounced' ? 'hard_bounce' : 'complaint');
      const optsOut = row.status !== undefined && row.status !== 'subscribed';
      if (!seen.has(row.who)) person.unsubscribed = person.unsubscribed === true || optsOut;
      seen.add(row.who);
    }
  }

  private suppress({ suppressions }: Person, at: Scope, why: Reason): void {
    if (!isGrave(suppressions[at])) suppressions[at] = why;
  }

  private patch(person: Person, unsubscribed: boolean): void {
    const { suppressions } = person;
    if (!unsubscribed && Object.values(suppressions).some(isGrave)) return;
    person.unsubscribed = unsubscribed;
    if (unsubscribed) this.suppress(person, 'marketing', 'unsubscribe');
    else if (suppressions.marketing === 'unsubscribe') this.lift(person, 'marketing');
  }

  private lift(person: Person, at: Scope): void {
    const rows = Object.entries(person.suppressions).filter(([standing]) => standing !== at);
    person.suppressions = Object.fromEntries(rows);
  }

  private of(index: number): Person {
    const person = this.people[index];
    if (!person) throw new Error(`Nobody is ${index}`);
    return person;
  }
}

/** Which of the two grave reasons stands where one import says both, nothing decides. */
const inShort = (suppressions: Person['suppressions']): Record<string, string> =>
  Object.fromEntries(Object.entries(suppressions).map(([at, why]) => [at, isGrave(why) ? 'grave' : why]));

const addressOf = (index: number): string => `person-${index}@example.com`;

/** The same of the service. */
class Real {
  private constructor(
    private readonly mailings: Mailings,
    private readonly audienceId: string,
  ) {}

  static async create(): Promise<Real> {
    const mailings = await Mailings.start(service);
    const { body } = await mailings.api('POST', '/v1/audiences', { name: 'Everybody' });
    return new Real(mailings, body.id);
  }

  async take(step: Step): Promise<number> {
    const { mailings, audienceId } = this;
    const add = (body: unknown) => mailings.api('POST', `/v1/audiences/${audienceId}/contacts`, body);
    const row = (one: { who: number; status: Status | undefined }) => ({
      email: addressOf(one.who),
      status: one.status,
    });
    if (step.does === 'import') return (await add(step.rows.map(row))).status;
    if (step.does === 'add') return (await add(row(step))).status;
    const email = addressOf(step.who);
    if (step.does === 'suppress')
      return (
        await mailings.api('POST', '/v1/suppressions', { email, scope: step.scope, reason: step.reason })
      ).status;
    if (step.does === 'lift')
      return (await mailings.api('DELETE', `/v1/suppressions/${email}?scope=${step.scope}`)).status;
    const id = (await this.contact(step.who))?.id ?? 'nobody';
    if (step.does === 'patch')
      return (await mailings.api('PATCH', `/v1/contacts/${id}`, { unsubscribed: step.unsubscribed })).status;
    const from = step.does === 'leave' ? `/v1/audiences/${audienceId}/contacts` : '/v1/contacts';
    return (await mailings.api('DELETE', `${from}/${id}`)).status;
  }

  async person(index: number): Promise<Person & { isMailed: boolean }> {
    const { body } = await this.mailings.api('GET', `/v1/suppressions?email=${addressOf(index)}`);
    const rows = body.data as { scope: Scope; reason: Reason }[];
    return {
      unsubscribed: (await this.contact(index))?.unsubscribed,
      suppressions: Object.fromEntries(rows.map((row) => [row.scope, row.reason])),
      isMailed: (await this.mailings.outcome(addressOf(index))) === 'sent',
    };
  }

  private async contact(index: number): Promise<{ id: string; unsubscribed: boolean } | undefined> {
    return (await this.mailings.api('GET', `/v1/contacts?email=${addressOf(index)}`)).body.data[0];
  }
}

/** Who comes between others too often is told to repeat it. */
async function untilTaken(real: Real, step: Step): Promise<number> {
  for (let left = 3; left > 0; left -= 1) {
    const answer = await real.take(step);
    if (answer !== 503) return answer;
  }
  return real.take(step);
}

test('one after the other', async () => {
  const steps = fc.array(fc.oneof(...optingOut, ...others), { minLength: 4, maxLength: 15 });

  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      const [model, real] = [new Model(), await Real.create()];

      for (const step of taken) {
        model.take(step);
        expect([200, 201, 404, 409]).toContain(await real.take(step));
      }

      for (const [index, person] of model.people.entries()) {
        const isMailed = Object.keys(person.suppressions).length === 0;
        const found = await real.person(index);
        expect({ ...found, suppressions: inShort(found.suppressions) }).toEqual({
          unsubscribed: person.unsubscribed,
          suppressions: inShort(person.suppressions),
          isMailed,
        });
      }
    }),
    { numRuns: 12, endOnFailure: true },
  );
});

test('all at once: what opts out wins over what does not', async () => {
  const steps = fc.array(fc.oneof(...optingOut), { minLength: 4, maxLength: 12 });

  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      const [model, real] = [new Model(), await Real.create()];

      const answers = await Promise.all(taken.map((step) => untilTaken(real, step)));

      for (const step of taken) model.take(step);
      expect(answers.filter((answer) => ![200, 201].includes(answer))).toEqual([]);
      for (const [index, person] of model.people.entries()) {
        const found = await real.person(index);
        expect(found).toMatchObject({
          unsubscribed: person.unsubscribed,
          isMailed: Object.keys(person.suppressions).length === 0,
        });
        expect(Object.keys(found.suppressions).sort()).toEqual(Object.keys(person.suppressions).sort());
      }
    }),
    { numRuns: 8, endOnFailure: true },
  );
});
