/** The reason why a version of Node is outside a range of `engines`, or undefined. */
export function refusalOfNode(given: string, range: string): string | undefined;
