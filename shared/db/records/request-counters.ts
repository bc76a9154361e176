/** The number of requests that a credential made in one minute. */
export interface RequestCounter {
  used: number;
}
