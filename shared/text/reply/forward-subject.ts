/** The prefixes that clients add to the subject of a forwarded email, in lower case. */
const prefixes: readonly string[] = [
  // English, which clients in other languages also use
  ...['fw', 'fwd', 'forward', 'forwarded'],
  // German, French, Spanish and Portuguese, Italian, Dutch
  ...['wg', 'tr', 'rv', 'enc', 'res-enc', 'i', 'doorst'],
  // Swedish, Danish and Norwegian, Finnish
  ...['vb', 'vs', 'videresend', 'vl'],
  // Polish, Czech and Slovak, Hungarian, Romanian
  ...['pd', 'pdl', 'předat', 'továbbítás', 'tov', 'redirecționat'],
  // Turkish, Greek, Russian and Ukrainian
  ...['ilt', 'i̇lt', 'πρθ', 'πρ', 'пересл', 'нп'],
  // Hebrew, Chinese, Japanese, Korean, Vietnamese
  ...['הועבר', '转发', '轉寄', '轉發', '転送', '전달', 'trl'],
];

/** Whether the email is a forward. If the subject has several prefixes, the first prefix is the most recent. */
export function isForwardSubject(subject: string): boolean {
  const prefix = /^\s*([\p{L}\p{M}-]{1,20})\s*(?:\[\d+\])?\s*[:：]/u.exec(subject.slice(0, 100))?.[1];
  return prefix !== undefined && prefixes.includes(prefix.toLowerCase());
}
