import { Link } from 'wouter';
import { Time } from '../parts/time';
import { useClock } from '../service/clock';

/** A moved clock surprises whoever forgot it. */
export function ClockBanner() {
  const { data } = useClock();
  if (!data?.isMoved) return null;
  return (
    <p className="banner">
      The clock of this machine’s service was moved: there it is <Time at={data.now} />.{' '}
      <Link href="/clock">Clock</Link>
    </p>
  );
}
