/** What is wrong with a version of Node for a range of `engines`, or undefined. */
export function refusalOfNode(given: string, range: string): string | undefined;
