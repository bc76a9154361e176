import { Component, type ReactNode } from 'react';
import { messageOf } from '../parts/states';

interface PageBoundaryProps {
  /** The path of the page. Another path removes the error. */
  location: string;
  children: ReactNode;
}

interface PageBoundaryState {
  hasFailed: boolean;
  error?: unknown;
}

/** Shows an error of a page inside the shell, so that the navigation stays usable. */
export class PageBoundary extends Component<PageBoundaryProps, PageBoundaryState> {
  override state: PageBoundaryState = { hasFailed: false };

  static getDerivedStateFromError(error: unknown): PageBoundaryState {
    return { hasFailed: true, error };
  }

  override componentDidUpdate({ location }: PageBoundaryProps): void {
    if (this.state.hasFailed && location !== this.props.location) this.setState({ hasFailed: false });
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div className="failure" role="alert">
        <p>
          <strong>This page failed</strong>
        </p>
        <p>{messageOf(this.state.error)}</p>
        <p>Reload the page. If the error persists, report it with the message above.</p>
        <button type="button" onClick={() => location.reload()}>
          Reload
        </button>
      </div>
    );
  }
}
