/** Returns the address as the service compares it: in lower case, with the domain in ASCII. */
export function normalizeAddress(email: string): string {
  const address = email.trim().toLowerCase();
  const domain = address.slice(address.lastIndexOf('@') + 1);
  // Domains with other characters are rare, and the URL parser is slow.
  if (/^[\x21-\x7e]*$/.test(domain) || !URL.canParse(`http://${domain}`)) return address;
  return address.slice(0, address.length - domain.length) + new URL(`http://${domain}`).hostname;
}
