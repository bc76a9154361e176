/** What was used of something that is allowed so often a UTC day. */
export interface DailyCounter {
  used: number;
}
