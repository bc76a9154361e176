/** Returns the keys of the queries to refetch after an enrollment changes. */
export const enrollmentKeys = (automationId: string) => [
  ['enrollments', automationId],
  ['automation', automationId],
];
