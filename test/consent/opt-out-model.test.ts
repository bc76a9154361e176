import fc from 'fast-check';
import { MailWorkspace } from '../support/links/mail-workspace';
import { Service } from '../support/service';

/** These tests show that an opt-out stays in effect until it is lifted, for any sequence of other events. */
let service: Service;

beforeAll(async () => {
  service = await Service.startShared();
});

afterAll(() => service.stop());

type Status = 'subscribed' | 'unsubscribed' | 'bounced' | 'complained';
type Scope = 'all' | 'marketing';
type Reason = 'unsubscribe' | 'hard_bounce' | 'complaint' | 'manual';

type ConsentAction =
  | { type: 'import'; rows: { personIndex: number; status: Status | undefined }[] }
  | { type: 'add'; personIndex: number; status: Status | undefined }
  | { type: 'patch'; personIndex: number; unsubscribed: boolean }
  | { type: 'suppress'; personIndex: number; scope: Scope; reason: Reason }
  | { type: 'lift'; personIndex: number; scope: Scope }
  | { type: 'leave' | 'delete'; personIndex: number };

const personIndexes = [0, 1, 2];
const personIndex = fc.constantFrom(...personIndexes);
const status = fc.constantFrom<Status | undefined>(
  undefined,
  'subscribed',
  'unsubscribed',
  'bounced',
  'complained',
);
const scope = fc.constantFrom<Scope>('all', 'marketing');
const reason = fc.constantFrom<Reason>('unsubscribe', 'hard_bounce', 'complaint', 'manual');

const optOutActions = [
  fc.record({
    type: fc.constant('import' as const),
    rows: fc.array(fc.record({ personIndex, status }), { minLength: 1, maxLength: 5 }),
  }),
  fc.record({ type: fc.constant('add' as const), personIndex, status }),
  fc.record({ type: fc.constant('suppress' as const), personIndex, scope, reason }),
];
const otherActions = [
  fc.record({ type: fc.constant('patch' as const), personIndex, unsubscribed: fc.boolean() }),
  fc.record({ type: fc.constant('lift' as const), personIndex, scope }),
  fc.record({ type: fc.constantFrom('leave' as const, 'delete' as const), personIndex }),
];

/** The consent state of an address. */
interface ConsentRecord {
  /** Undefined if there is no contact. */
  unsubscribed?: boolean | undefined;
  suppressions: Partial<Record<Scope, Reason>>;
}

const isPermanent = (suppressionReason: Reason | undefined): boolean =>
  suppressionReason === 'hard_bounce' || suppressionReason === 'complaint';

/** A model of the promised behavior for each address. */
class ConsentModel {
  readonly records: readonly ConsentRecord[] = personIndexes.map(() => ({ suppressions: {} }));

  apply(step: ConsentAction): void {
    if (step.type === 'import') return this.applyImport(step.rows);
    const person = this.recordOf(step.personIndex);
    if (step.type === 'add') this.applyImport([step]);
    else if (step.type === 'suppress') this.suppress(person, step.scope, step.reason);
    else if (step.type === 'lift') this.liftSuppression(person, step.scope);
    else if (step.type === 'delete') person.unsubscribed = undefined;
    else if (step.type === 'patch' && person.unsubscribed !== undefined)
      this.patch(person, step.unsubscribed);
  }

  private applyImport(rows: readonly { personIndex: number; status: Status | undefined }[]): void {
    const seenIndexes = new Set<number>();
    for (const row of rows) {
      const person = this.recordOf(row.personIndex);
      if (row.status === 'unsubscribed') this.suppress(person, 'marketing', 'unsubscribe');
      if (row.status === 'bounced' || row.status === 'complained')
        this.suppress(person, 'all', row.status === 'bounced' ? 'hard_bounce' : 'complaint');
      const optsOut = row.status !== undefined && row.status !== 'subscribed';
      if (!seenIndexes.has(row.personIndex)) person.unsubscribed = person.unsubscribed === true || optsOut;
      seenIndexes.add(row.personIndex);
    }
  }

  private suppress(
    { suppressions }: ConsentRecord,
    suppressionScope: Scope,
    suppressionReason: Reason,
  ): void {
    if (!isPermanent(suppressions[suppressionScope])) suppressions[suppressionScope] = suppressionReason;
  }

  private patch(person: ConsentRecord, unsubscribed: boolean): void {
    const { suppressions } = person;
    if (!unsubscribed && Object.values(suppressions).some(isPermanent)) return;
    person.unsubscribed = unsubscribed;
    if (unsubscribed) this.suppress(person, 'marketing', 'unsubscribe');
    else if (suppressions.marketing === 'unsubscribe') this.liftSuppression(person, 'marketing');
  }

  private liftSuppression(person: ConsentRecord, suppressionScope: Scope): void {
    const rows = Object.entries(person.suppressions).filter(
      ([suppressedScope]) => suppressedScope !== suppressionScope,
    );
    person.suppressions = Object.fromEntries(rows);
  }

  private recordOf(index: number): ConsentRecord {
    const person = this.records[index];
    if (!person) throw new Error(`No address has the index ${index}`);
    return person;
  }
}

/** Treats the permanent reasons as equal, because an import with a bounce and a complaint may store either reason. */
const simplified = (suppressions: ConsentRecord['suppressions']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(suppressions).map(([suppressionScope, suppressionReason]) => [
      suppressionScope,
      isPermanent(suppressionReason) ? 'grave' : suppressionReason,
    ]),
  );

const addressOf = (index: number): string => `person-${index}@example.com`;

/** Applies the same actions to the service. */
class ConsentService {
  private constructor(
    private readonly mailWorkspace: MailWorkspace,
    private readonly audienceId: string,
  ) {}

  static async create(): Promise<ConsentService> {
    const mailWorkspace = await MailWorkspace.create(service);
    const { body } = await mailWorkspace.api('POST', '/v1/audiences', { name: 'Everybody' });
    return new ConsentService(mailWorkspace, body.id);
  }

  async apply(step: ConsentAction): Promise<number> {
    const { mailWorkspace, audienceId } = this;
    const add = (body: unknown) => mailWorkspace.api('POST', `/v1/audiences/${audienceId}/contacts`, body);
    const toContactRow = (contactRow: { personIndex: number; status: Status | undefined }) => ({
      email: addressOf(contactRow.personIndex),
      status: contactRow.status,
    });
    if (step.type === 'import') return (await add(step.rows.map(toContactRow))).status;
    if (step.type === 'add') return (await add(toContactRow(step))).status;
    const email = addressOf(step.personIndex);
    if (step.type === 'suppress')
      return (
        await mailWorkspace.api('POST', '/v1/suppressions', { email, scope: step.scope, reason: step.reason })
      ).status;
    if (step.type === 'lift')
      return (await mailWorkspace.api('DELETE', `/v1/suppressions/${email}?scope=${step.scope}`)).status;
    const id = (await this.contact(step.personIndex))?.id ?? 'nobody';
    if (step.type === 'patch')
      return (await mailWorkspace.api('PATCH', `/v1/contacts/${id}`, { unsubscribed: step.unsubscribed }))
        .status;
    const from = step.type === 'leave' ? `/v1/audiences/${audienceId}/contacts` : '/v1/contacts';
    return (await mailWorkspace.api('DELETE', `${from}/${id}`)).status;
  }

  async person(index: number): Promise<ConsentRecord & { isMailed: boolean }> {
    const { body } = await this.mailWorkspace.api('GET', `/v1/suppressions?email=${addressOf(index)}`);
    const rows = body.data as { scope: Scope; reason: Reason }[];
    return {
      unsubscribed: (await this.contact(index))?.unsubscribed,
      suppressions: Object.fromEntries(rows.map((row) => [row.scope, row.reason])),
      isMailed: (await this.mailWorkspace.sendOutcome(addressOf(index))) === 'sent',
    };
  }

  private async contact(index: number): Promise<{ id: string; unsubscribed: boolean } | undefined> {
    return (await this.mailWorkspace.api('GET', `/v1/contacts?email=${addressOf(index)}`)).body.data[0];
  }
}

/** Retries an action that gets a 503, which the service returns after too many write conflicts. */
async function applyWithRetries(consentService: ConsentService, step: ConsentAction): Promise<number> {
  for (let attemptsLeft = 3; attemptsLeft > 0; attemptsLeft -= 1) {
    const response = await consentService.apply(step);
    if (response !== 503) return response;
  }
  return consentService.apply(step);
}

test('after sequential actions, the API returns the state of the model', async () => {
  const steps = fc.array(fc.oneof(...optOutActions, ...otherActions), { minLength: 4, maxLength: 15 });

  await fc.assert(
    fc.asyncProperty(steps, async (actions) => {
      const [consentModel, consentService] = [new ConsentModel(), await ConsentService.create()];

      for (const step of actions) {
        consentModel.apply(step);
        expect([200, 201, 404, 409]).toContain(await consentService.apply(step));
      }

      for (const [index, person] of consentModel.records.entries()) {
        const isMailed = Object.keys(person.suppressions).length === 0;
        const found = await consentService.person(index);
        expect({ ...found, suppressions: simplified(found.suppressions) }).toEqual({
          unsubscribed: person.unsubscribed,
          suppressions: simplified(person.suppressions),
          isMailed,
        });
      }
    }),
    { numRuns: 12, endOnFailure: true },
  );
});

test('after concurrent imports, additions and suppressions, every opt-out is in effect', async () => {
  const steps = fc.array(fc.oneof(...optOutActions), { minLength: 4, maxLength: 12 });

  await fc.assert(
    fc.asyncProperty(steps, async (actions) => {
      const [consentModel, consentService] = [new ConsentModel(), await ConsentService.create()];

      const responseStatuses = await Promise.all(
        actions.map((step) => applyWithRetries(consentService, step)),
      );

      for (const step of actions) consentModel.apply(step);
      expect(responseStatuses.filter((response) => ![200, 201].includes(response))).toEqual([]);
      for (const [index, person] of consentModel.records.entries()) {
        const found = await consentService.person(index);
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
