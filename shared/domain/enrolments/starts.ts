import type { Ctx } from '../../ctx';
import { all, ifPresent, is } from '../../db/condition';
import { keys } from '../../db/keys';
import { getItem, updateItem } from '../../db/table';
import { logger } from '../../logger';
import { runPaced } from '../../run-paced';
import { idAt, minuteMs, now, timeOfId } from '../../time';
import { mayEnrol } from './guardrails';
import { automationsWithIds } from '../automations/find';
import type { Automation } from '../automations/record';
import { activeWith } from '../automations/triggers';
import type { Contact, Marking, Marks } from '../contacts/record';
import { dueAtTime, dueAttributes } from '../due/due-at';
import { followUp } from '../follow-ups/follow-up';
import { enrol } from './enrol';
import { judge, readCandidates } from './judge';

/*
 * Joining an audience or gaining a tag starts automations. What starts is marked on the contact in the very write that
 * makes it join or gain, and taken off once it has started: a request that dies in between has lost nothing. The contact
 * is due until then, and a mark names the enrolment, so that whoever starts it again finds what was made.
 */

/** Should the request die, others begin after so long. */
const ownMs = 2 * minuteMs;

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

/** Starts what a contact is marked for; it may have been done. */
export async function startAutomations(workspaceId: string, contactId: string): Promise<void> {
  const contact = await getItem<Contact>(keys.contact(workspaceId, contactId));
  if (contact?.starts) await start({ ...contact, starts: contact.starts });
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
  if (!isDone) await updateItem<Contact>(key, { takeOut }, ifPresent);
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
  await followUp(...marked.map(({ id }) => ({ job: 'startAutomations', workspaceId, id }) as const));
  return started;
}
