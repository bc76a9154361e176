/** The queries to fetch again after an enrollment changed. */
export const enrollmentKeys = (automationId: string) => [
  ['enrollments', automationId],
  ['automation', automationId],
];
