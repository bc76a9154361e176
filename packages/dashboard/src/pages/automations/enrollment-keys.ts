/** The queries that a change of enrollments affects. */
export const enrollmentKeys = (automationId: string) => [
  ['enrollments', automationId],
  ['automation', automationId],
];
