/** Names are compared in lower case and without the trailing dot. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}
