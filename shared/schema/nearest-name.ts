import { closest, distance } from 'fastest-levenshtein';

/**
 * Names that other APIs use, with our names for the same field. The error suggests the first of our names that the
 * schema knows.
 */
const aliases: Readonly<Record<string, readonly string[] | undefined>> = {
  in_reply_to: ['reply_to_message_id'],
  reply_to_id: ['reply_to_message_id'],
  send_at: ['scheduled_at'],
  template_id: ['template'],
  template_slug: ['template'],
  template_data: ['variables'],
  body: ['text'],
  message: ['text'],
  textbody: ['text'],
  htmlbody: ['html'],
  content: ['text'],
  personalizations: ['to'],
  recipients: ['to'],
  from_name: ['from'],
  path: ['content'],
  name: ['filename'],
  type: ['risk_class', 'content_type'],
};

/** The maximum number of letters that may be missing, wrong or extra. */
const typosMax = 2;

/**
 * The maximum length of a name to compare. Known names are far shorter, and a comparison of longer names takes more
 * time.
 */
const lengthMax = 50;

/** The known name that the client probably meant, or undefined if no known name is close. */
export function nearestName(name: string, knownNames: readonly string[]): string | undefined {
  if (knownNames.length === 0 || name.length > lengthMax) return undefined;
  // The normalized forms of scheduledAt and scheduled-at match scheduled_at.
  const normalized = normalizeName(name);
  const exactMatch = knownNames.find((candidate) => normalizeName(candidate) === normalized);
  if (exactMatch !== undefined) return exactMatch;
  const targets = Object.entries(aliases).find(
    ([aliasTarget]) => normalizeName(aliasTarget) === normalized,
  )?.[1];
  const aliasTarget = targets?.find((candidate) => knownNames.includes(candidate));
  if (aliasTarget !== undefined) return aliasTarget;
  const closestName = closest(name, knownNames);
  return distance(name, closestName) <= Math.min(typosMax, Math.floor(name.length / 3))
    ? closestName
    : undefined;
}

const normalizeName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');
