import { useEffect, useRef } from 'react';

/** What takes the place of something else begins here, for the keyboard and for who listens. */
export function AutoFocusHeading({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h2 ref={heading} tabIndex={-1}>
      {children}
    </h2>
  );
}
