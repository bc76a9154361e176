/**
 * Returns one SPF record with the terms of the required record and of the published ones, because a name may have only
 * one SPF record (RFC 7208, 4.5). The term `all` must be the last one. A published `all` or `redirect` takes precedence.
 */
export function mergeSpf(required: string, published: readonly string[]): string {
  const requiredTerms = termsOf(required);
  const publishedTerms = published.flatMap(termsOf);
  const terms = [...requiredTerms, ...publishedTerms].filter((term) => !isAll(term));
  const all =
    publishedTerms.find(isAll) ?? (publishedTerms.some(isRedirect) ? undefined : requiredTerms.find(isAll));
  return ['v=spf1', ...new Set(terms), ...(all === undefined ? [] : [all])].join(' ');
}

/** Returns the terms after the version `v=spf1`. */
const termsOf = (record: string): string[] => record.trim().split(/\s+/).slice(1);

const isAll = (term: string): boolean => /^[+?~-]?all$/i.test(term);

const isRedirect = (term: string): boolean => /^redirect=/i.test(term);
