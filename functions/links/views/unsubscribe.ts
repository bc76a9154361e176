import type { Topic } from '../../../shared/db/records/topics';
import type { Workspace } from '../../../shared/db/records/workspaces';
import { html, type Html } from '../../../shared/text/html';
import type { Page } from '../../../shared/http/page';

interface View {
  token: string;
  address: string;
  workspace: Workspace;
  /** What the link is about; undefined for all marketing mail, null for a topic that is gone. */
  topic: Topic | null | undefined;
}

/** Changes nothing by itself: scanners follow links. */
export const askToUnsubscribe = (view: View): Page => ({
  title: 'Unsubscribe?',
  main: html`<p>Then <b>${view.address}</b> gets ${noMore(view)}.</p>
    <form method="post"><button>Unsubscribe</button></form>
    ${toPreferences(view)}`,
});

export const sayUnsubscribed = (view: View): Page => ({
  title: 'You are unsubscribed',
  main: html`<p role="status">
      <b>${view.address}</b> gets ${noMore(view)}. What is on its way already may still arrive.
    </p>
    ${toPreferences(view)}`,
});

function noMore({ topic, workspace: { name } }: View): Html {
  if (topic === undefined) return html`no more marketing mail from <b>${name}</b>`;
  if (topic === null) return html`no more mail about this from <b>${name}</b>`;
  return html`no more mail about <b>${topic.name}</b> from <b>${name}</b>`;
}

const toPreferences = ({ token }: View): Html =>
  html`<p><a href="../preferences/${token}">Choose what you get</a></p>`;
