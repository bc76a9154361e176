import { Link } from 'wouter';
import { Time } from '../parts/time';
import { useClock } from '../service/clock';

/** A reminder on every page, because an advanced clock is easy to forget. */
export function ClockBanner() {
  const { data } = useClock();
  if (!data?.isMoved) return null;
  return (
    <p className="banner">
      The local clock was advanced and is now at <Time at={data.now} />. <Link href="/clock">Clock</Link>
    </p>
  );
}
