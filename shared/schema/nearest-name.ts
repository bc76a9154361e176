import { closest, distance } from 'fastest-levenshtein';

/** Names that others have for what is called otherwise here: the first of them that there is where it was given. */
const otherNames: Readonly<Record<string, readonly string[] | undefined>> = {
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

/** Letters that may be missing, wrong or too many. */
const slipsMax = 2;

/** No name of ours is nearly as long, and comparing takes as long as the name. */
const lengthMax = 50;

/** The one of the known names that was meant, or undefined when none is near. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  if (known.length === 0 || name.length > lengthMax) return undefined;
  // scheduledAt, scheduled-at
  const plain = plainOf(name);
  const same = known.find((one) => plainOf(one) === plain);
  if (same !== undefined) return same;
  const others = Object.entries(otherNames).find(([other]) => plainOf(other) === plain)?.[1];
  const other = others?.find((one) => known.includes(one));
  if (other !== undefined) return other;
  const near = closest(name, known);
  return distance(name, near) <= Math.min(slipsMax, Math.floor(name.length / 3)) ? near : undefined;
}

const plainOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');
