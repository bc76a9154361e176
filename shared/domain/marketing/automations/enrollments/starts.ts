import type { Ctx } from '../../../../core/ctx';
import { absent, all, ifPresent, is } from '../../../../db/condition';
import { keys, type Key } from '../../../../db/keys';
import { getItems, updateItem } from '../../../../db/table';
import { logger } from '../../../../core/logger';
import { runPaced } from '../../../../async/run-paced';
import { idAt, minuteMs, now, timeOfId } from '../../../../core/time';
import { mayEnrol } from './guardrails';
import { automationsWithIds } from '../find';
import type { Automation } from '../../../../db/records/automations';
import { activeWith } from '../triggers';
import type { Contact, Marking, Marks } from '../../../../db/records/contacts';
import { dueAtTime, dueAttributes } from '../../../platform/scheduler/due-at';
import { followUpStarts } from '../../../platform/background-jobs/follow-up';
import { enrol } from './enrol';
import { judge, readCandidates } from './judge';

/*
 * Joining an audience or gaining a tag starts automations. What starts is marked on the contact in the very write that
 * makes it join or gain, and taken off once it has started: a request that dies in between has lost nothing. The contact
 * is due until then, and a mark names the enrolment, so that whoever starts it again finds what was made.
 */

/** Should the request die, others begin after so long: those of a large import are still in their queue until then. */
const ownMs = 10 * minuteMs;

/** Finds what waits for people to join this audience, or to gain one of these tags. */
export async function markingFor(
  { workspaceId, credential, operation }: Ctx,
  { audienceId, tags }: { audienceId?: string; tags: readonly string[] },
): Promise<Marking> {
  const [byJoining, byTag] = await Promise.all([
    audienceId === undefined ? [] : activeWith(workspaceId, 'contact_added', [audienceId]),
    tags.length === 0 ? [] : activeWith(workspaceId, 'tag_added', tags),
  ]);
  return ({ id, email }, gained) => {
    if (!mayEnrol(credential, email)) return noMarks;
    const tagged = byTag.filter(({ trigger: { tag } }) => tag !== null && gained.tags.includes(tag));
    const started = [...(gained.joins ? byJoining : []), ...tagged];
    if (started.length === 0) return noMarks;
    const starts = new Set(started.map((automation) => markOf(automation, operation.id, email)));
    return { starts, ...dueAtTime(id, 'startAutomations', now() + ownMs) };
  };
}

/** For an import that starts nothing. */
export const markingNothing: Marking = () => noMarks;

const noMarks: Marks = { starts: new Set() };

const markOf = ({ id }: Automation, operationId: string, address: string): string =>
  `${id}#${idAt(timeOfId(operationId), `${operationId} ${id} ${address}`)}`;

const partsOf = (mark: string) => {
  const [automationId = '', id = ''] = mark.split('#');
  return { automationId, id };
};

/** Those who are marked. */
export const markedAmong = (contacts: readonly Contact[]): Marked[] =>
  contacts.flatMap(({ starts, ...contact }) => (starts && starts.size > 0 ? [{ ...contact, starts }] : []));

type Marked = Pick<Contact, 'workspaceId' | 'id' | 'email'> & { starts: ReadonlySet<string> };

/** So many are started while somebody waits. */
const fewPeople = 100;

const pace = { atOnceMax: 6, perSecondMax: Infinity };

/** Starts what the contacts are marked for; where they are many, a moment later. Returns how many enrolments that makes. */
export async function startMarked(marked: readonly Marked[]): Promise<number> {
  if (marked.length > fewPeople) return startLater(marked);
  let started = 0;
  await runPaced(marked, pace, async (one) => {
    const own = await start(one).catch((error: unknown) => {
      logger.warn('automations are started later', { contactId: one.id, error });
      return 0;
    });
    started += own;
  });
  return started;
}

/** Starts what the contacts are marked for; it may have been done. One who cannot begin holds up no other. */
export async function startAutomations(workspaceId: string, contactIds: readonly string[]): Promise<void> {
  const contacts = await getItems<Contact>(contactIds.map((id) => keys.contact(workspaceId, id)));
  const failures: unknown[] = [];
  await runPaced(contacts, pace, async ({ starts, ...contact }) => {
    const done = starts ? start({ ...contact, starts }) : rest(keys.contact(workspaceId, contact.id));
    await done.catch((error: unknown) => failures.push(error));
  });
  if (failures.length > 0) throw new AggregateError(failures, 'automations not started');
}

async function start({ workspaceId, id: contactId, email, starts }: Marked): Promise<number> {
  const marks = [...starts].map(partsOf);
  const automations = await automationsWithIds(
    workspaceId,
    marks.map(({ automationId }) => automationId),
  );
  let started = 0;
  for (const { automationId, id } of marks) {
    const automation = automations.get(automationId);
    const outcome = automation && (await enrol(automation, { id, address: email, variables: {} }));
    if (outcome?.enrolled) started += 1;
  }
  await unmark(workspaceId, contactId, starts);
  return started;
}

/** The contact may have been marked for more meanwhile: then it stays due. */
async function unmark(workspaceId: string, contactId: string, starts: ReadonlySet<string>): Promise<void> {
  const key = keys.contact(workspaceId, contactId);
  const takeOut = { starts };
  const isDone = await updateItem<Contact>(
    key,
    { takeOut, remove: dueAttributes },
    all(ifPresent, is('starts', starts)),
  );
  if (isDone) return;
  await updateItem<Contact>(key, { takeOut }, ifPresent);
  await rest(key);
}

/** Whoever took out the last mark found another there: a contact without marks is due no more. */
async function rest(key: Key): Promise<void> {
  await updateItem<Contact>(
    key,
    { remove: dueAttributes },
    all(ifPresent, absent('starts'), is('dueJob', 'startAutomations')),
  );
}

/** Counts whom it concerns as of now. */
async function startLater(marked: readonly Marked[]): Promise<number> {
  const [{ workspaceId = '' } = {}] = marked;
  const addressesBy = new Map<string, string[]>();
  for (const { email, starts } of marked)
    for (const { automationId } of [...starts].map(partsOf))
      addressesBy.set(automationId, [...(addressesBy.get(automationId) ?? []), email]);
  let started = 0;
  for (const automation of (await automationsWithIds(workspaceId, addressesBy.keys())).values()) {
    const candidates = await readCandidates(automation, addressesBy.get(automation.id) ?? []);
    started += candidates.people.filter((person) => judge(candidates, person) === undefined).length;
  }
  const ids = marked.map(({ id }) => id);
  await followUpStarts(workspaceId, ids).catch((error: unknown) => {
    logger.warn('automations are started later', { contacts: marked.length, error });
  });
  return started;
}
