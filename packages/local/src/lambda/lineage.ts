/**
 * Lambda's recursive loop detection for functions that send to queues: a chain may invoke a function 16 times, and the
 * next message goes to the dead-letter queue. Lambda counts in the trace header. The AWS SDK copies the header from the
 * invocation to its requests, and SQS copies the header from the request to the message:
 * https://docs.aws.amazon.com/lambda/latest/dg/invocation-recursion.html
 */
export const chainInvocationsMax = 16;

/** The invocations of each function in the chain that led to a message. */
type Lineage = Map<string, number>;

export const chainInvocations = (traceHeader: string | undefined, functionName: string): number =>
  parseLineage(traceHeader).get(functionName) ?? 0;

/** The trace header of an invocation. A batch continues the longest chain of its messages. */
export function traceInvocation(traceHeaders: readonly (string | undefined)[], functionName: string): string {
  const merged: Lineage = new Map();
  for (const header of traceHeaders)
    for (const [name, count] of parseLineage(header))
      merged.set(name, Math.max(count, merged.get(name) ?? 0));
  merged.set(functionName, (merged.get(functionName) ?? 0) + 1);
  return `Root=1-00000000-000000000000000000000000;Lineage=${[...merged].map(([name, count]) => `${name}:${count}`).join('|')}`;
}

function parseLineage(traceHeader = ''): Lineage {
  const lineage = /(?:^|;)Lineage=([^;]*)/.exec(traceHeader)?.[1] ?? '';
  const entries = lineage.split('|').flatMap((entry): [string, number][] => {
    const [name, count] = entry.split(':');
    return name && count ? [[name, Number(count)]] : [];
  });
  return new Map(entries);
}
