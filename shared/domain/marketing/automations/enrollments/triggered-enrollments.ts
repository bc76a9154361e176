import type { RequestContext } from '../../../../core/request-context';
import { attributeNotExists, all, ifPresent, is } from '../../../../db/condition';
import { keys, type Key } from '../../../../db/keys';
import { getItems, updateItem } from '../../../../db/table';
import { logger } from '../../../../core/logger';
import { forEachRateLimited } from '../../../../async/for-each-rate-limited';
import { deriveIdAt, minuteMs, now, timeOfId } from '../../../../core/time';
import { mayEnroll } from './guardrails';
import { findAutomationsById } from '../find';
import type { Automation } from '../../../../db/records/automations';
import { listActiveByTrigger } from '../triggers';
import type { Contact, MatchTriggers, TriggerAttributes } from '../../../../db/records/contacts';
import { dueAttributes, dueAttributeNames } from '../../../platform/scheduler/due-attributes';
import { enqueueAutomationStarts } from '../../../platform/background-jobs/enqueue-jobs';
import { enroll } from './enroll';
import { findIneligibility, readCandidates } from './eligibility';

/*
 * Joining an audience or gaining a tag starts automations. What starts is marked on the contact in the very write that
 * makes it join or gain, and taken off once it has started: a request that dies in between has lost nothing. The contact
 * is due until then, and a mark names the enrollment, so that whoever starts it again finds what was made.
 */

/** Should the request die, others begin after so long: those of a large import are still in their queue until then. */
const recoveryDelayMs = 10 * minuteMs;

/** Finds what waits for people to join this audience, or to gain one of these tags. */
export async function loadTriggerMatcher(
  { workspaceId, credential, operation }: RequestContext,
  { audienceId, tags }: { audienceId?: string; tags: readonly string[] },
): Promise<MatchTriggers> {
  const [byAudience, byTag] = await Promise.all([
    audienceId === undefined ? [] : listActiveByTrigger(workspaceId, 'contact_added', [audienceId]),
    tags.length === 0 ? [] : listActiveByTrigger(workspaceId, 'tag_added', tags),
  ]);
  return ({ id, email }, gains) => {
    if (!mayEnroll(credential, email)) return noTriggers;
    const matchingTag = byTag.filter(({ trigger: { tag } }) => tag !== null && gains.tags.includes(tag));
    const triggered = [...(gains.joinsAudience ? byAudience : []), ...matchingTag];
    if (triggered.length === 0) return noTriggers;
    const pendingTriggers = new Set(
      triggered.map((automation) => toPendingTrigger(automation, operation.id, email)),
    );
    return { pendingTriggers, ...dueAttributes(id, 'startAutomations', now() + recoveryDelayMs) };
  };
}

/** For an import that starts nothing. */
export const matchNoTriggers: MatchTriggers = () => noTriggers;

const noTriggers: TriggerAttributes = { pendingTriggers: new Set() };

const toPendingTrigger = ({ id }: Automation, operationId: string, address: string): string =>
  `${id}#${deriveIdAt(timeOfId(operationId), `${operationId} ${id} ${address}`)}`;

const parsePendingTrigger = (pendingTrigger: string) => {
  const [automationId = '', id = ''] = pendingTrigger.split('#');
  return { automationId, id };
};

/** Those who are marked. */
export const filterTriggered = (contacts: readonly Contact[]): ContactWithTriggers[] =>
  contacts.flatMap(({ pendingTriggers, ...contact }) =>
    pendingTriggers && pendingTriggers.size > 0 ? [{ ...contact, pendingTriggers }] : [],
  );

type ContactWithTriggers = Pick<Contact, 'workspaceId' | 'id' | 'email'> & {
  pendingTriggers: ReadonlySet<string>;
};

/** So many are started while somebody waits. */
const inlineContactsMax = 100;

const rateLimit = { concurrencyMax: 6, perSecondMax: Infinity };

/** Starts what the contacts are marked for; where they are many, a moment later. Returns how many enrollments that makes. */
export async function enrollTriggered(contacts: readonly ContactWithTriggers[]): Promise<number> {
  if (contacts.length > inlineContactsMax) return enrollInBackground(contacts);
  let enrolledCount = 0;
  await forEachRateLimited(contacts, rateLimit, async (contact) => {
    const contactEnrollments = await enrollContact(contact).catch((error: unknown) => {
      logger.warn('automations are started later', { contactId: contact.id, error });
      return 0;
    });
    enrolledCount += contactEnrollments;
  });
  return enrolledCount;
}

/** Starts what the contacts are marked for; it may have been done. One who cannot begin holds up no other. */
export async function startAutomations(workspaceId: string, contactIds: readonly string[]): Promise<void> {
  const contacts = await getItems(contactIds.map((id) => keys.contact(workspaceId, id)));
  const failures: unknown[] = [];
  await forEachRateLimited(contacts, rateLimit, async ({ pendingTriggers, ...contact }) => {
    const work = pendingTriggers
      ? enrollContact({ ...contact, pendingTriggers })
      : clearDueIfNoTriggers(keys.contact(workspaceId, contact.id));
    await work.catch((error: unknown) => failures.push(error));
  });
  if (failures.length > 0) throw new AggregateError(failures, 'automations not started');
}

async function enrollContact({
  workspaceId,
  id: contactId,
  email,
  pendingTriggers,
}: ContactWithTriggers): Promise<number> {
  const triggers = [...pendingTriggers].map(parsePendingTrigger);
  const automations = await findAutomationsById(
    workspaceId,
    triggers.map(({ automationId }) => automationId),
  );
  let enrolledCount = 0;
  for (const { automationId, id } of triggers) {
    const automation = automations.get(automationId);
    const enrollmentResult = automation && (await enroll(automation, { id, address: email, variables: {} }));
    if (enrollmentResult?.enrolled) enrolledCount += 1;
  }
  await clearPendingTriggers(workspaceId, contactId, pendingTriggers);
  return enrolledCount;
}

/** The contact may have been marked for more meanwhile: then it stays due. */
async function clearPendingTriggers(
  workspaceId: string,
  contactId: string,
  pendingTriggers: ReadonlySet<string>,
): Promise<void> {
  const key = keys.contact(workspaceId, contactId);
  const takeOut = { pendingTriggers };
  const isDone = await updateItem(
    key,
    { deleteFromSet: takeOut, remove: dueAttributeNames },
    all(ifPresent, is('pendingTriggers', pendingTriggers)),
  );
  if (isDone) return;
  await updateItem(key, { deleteFromSet: takeOut }, ifPresent);
  await clearDueIfNoTriggers(key);
}

/** Whoever took out the last mark found another there: a contact without marks is due no more. */
async function clearDueIfNoTriggers(key: Key<Contact>): Promise<void> {
  await updateItem(
    key,
    { remove: dueAttributeNames },
    all(ifPresent, attributeNotExists('pendingTriggers'), is('dueJob', 'startAutomations')),
  );
}

/** Counts whom it concerns as of now. */
async function enrollInBackground(contacts: readonly ContactWithTriggers[]): Promise<number> {
  const workspaceId = contacts[0]?.workspaceId ?? '';
  const addressesByAutomation = new Map<string, string[]>();
  for (const { email, pendingTriggers } of contacts)
    for (const { automationId } of [...pendingTriggers].map(parsePendingTrigger))
      addressesByAutomation.set(automationId, [...(addressesByAutomation.get(automationId) ?? []), email]);
  let enrolledCount = 0;
  for (const automation of (await findAutomationsById(workspaceId, addressesByAutomation.keys())).values()) {
    const candidates = await readCandidates(automation, addressesByAutomation.get(automation.id) ?? []);
    enrolledCount += candidates.candidates.filter(
      (candidate) => findIneligibility(candidates, candidate) === undefined,
    ).length;
  }
  const ids = contacts.map(({ id }) => id);
  await enqueueAutomationStarts(workspaceId, ids).catch((error: unknown) => {
    logger.warn('automations are started later', { contacts: contacts.length, error });
  });
  return enrolledCount;
}
