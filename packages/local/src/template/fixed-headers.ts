/**
 * Returns the fixed headers among the response parameters of API Gateway, such as
 * `gatewayresponse.header.Retry-After: "'5'"`. A value without quotation marks is an expression.
 */
export function fixedHeaders(
  prefix: 'gatewayresponse' | 'method.response',
  parameters: Record<string, string>,
): Record<string, string> {
  const start = `${prefix}.header.`;
  return Object.fromEntries(
    Object.entries(parameters)
      .filter(([name, value]) => name.startsWith(start) && value.startsWith("'"))
      .map(([name, value]) => [name.slice(start.length), value.slice(1, -1)]),
  );
}
