import { useEffect, type ReactNode } from 'react';
import { Link } from 'wouter';
import { Icon } from './icon';

export interface PageProps {
  title: string;
  /** The purpose of the page, in one line. */
  lead?: ReactNode;
  actions?: ReactNode;
  back?: { to: string; label: string };
  /** Uses the whole width, for a list next to the selected item. */
  isWide?: boolean;
  children: ReactNode;
}

export function Page({ title, lead, actions, back, isWide = false, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Carrier Nest`;
  }, [title]);
  return (
    <article className={isWide ? 'page wide' : 'page'}>
      {back && (
        <Link href={back.to} className="back">
          <Icon name="back" />
          {back.label}
        </Link>
      )}
      <header className="page-head">
        <h1>{title}</h1>
        {actions && <div className="actions">{actions}</div>}
        {lead && <p className="lead">{lead}</p>}
      </header>
      {children}
    </article>
  );
}
