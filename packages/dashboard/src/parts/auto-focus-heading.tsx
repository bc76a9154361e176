import { useEffect, useRef } from 'react';

/** Takes the focus when content is replaced, so that keyboard and screen reader users continue at this heading. */
export function AutoFocusHeading({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h2 ref={heading} tabIndex={-1}>
      {children}
    </h2>
  );
}
