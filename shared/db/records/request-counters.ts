/** How many requests a credential made in one minute. */
export interface RequestCounter {
  used: number;
}
