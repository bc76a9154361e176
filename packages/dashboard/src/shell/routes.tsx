import { useEffect, type ComponentType } from 'react';
import { Link, Redirect, Route, Switch, useLocation } from 'wouter';
import { Page } from '../parts/page';
import { useLocalSession } from '../session/session';
import { lazyPage } from './lazy-page';
import { PageBoundary } from './page-boundary';

type PageRoute = readonly [path: string, load: () => Promise<ComponentType>];

const pages: readonly PageRoute[] = [
  ['/log', async () => (await import('../pages/log/log')).Log],
  ['/log/:id', async () => (await import('../pages/log/message')).Message],
  ['/conversations', async () => (await import('../pages/conversations/conversations')).Conversations],
  ['/conversations/:id', async () => (await import('../pages/conversations/conversation')).Conversation],
  ['/automations', async () => (await import('../pages/automations/automations')).Automations],
  ['/automations/new', async () => (await import('../pages/automations/new-automation')).NewAutomation],
  ['/automations/event', async () => (await import('../pages/automations/send-event')).SendEventPage],
  ['/automations/:id', async () => (await import('../pages/automations/automation')).AutomationPage],
  ['/webhooks', async () => (await import('../pages/webhooks/webhooks')).Webhooks],
  ['/webhooks/:id', async () => (await import('../pages/webhooks/endpoint')).EndpointPage],
  ['/approvals', async () => (await import('../pages/approvals/approvals')).Approvals],
  ['/people', async () => (await import('../pages/people/people')).People],
  ['/people/import', async () => (await import('../pages/import/import')).Import],
  ['/people/:id', async () => (await import('../pages/people/person')).Person],
  ['/audiences', async () => (await import('../pages/audiences/audiences')).Audiences],
  ['/audiences/:id', async () => (await import('../pages/audiences/audience')).AudiencePage],
  ['/segments', async () => (await import('../pages/segments/segments')).Segments],
  ['/segments/new', async () => (await import('../pages/segments/new-segment')).NewSegment],
  ['/segments/:id', async () => (await import('../pages/segments/segment')).SegmentPage],
  ['/segments/:id/edit', async () => (await import('../pages/segments/edit-segment')).EditSegment],
  ['/properties', async () => (await import('../pages/properties/properties')).Properties],
  ['/campaigns', async () => (await import('../pages/campaigns/campaigns')).Campaigns],
  ['/campaigns/new', async () => (await import('../pages/campaigns/new-campaign')).NewCampaign],
  ['/campaigns/:id', async () => (await import('../pages/campaigns/campaign')).CampaignPage],
  ['/campaigns/:id/edit', async () => (await import('../pages/campaigns/edit-campaign')).EditCampaign],
  ['/campaigns/:id/messages', async () => (await import('../pages/campaigns/messages')).Messages],
  ['/templates', async () => (await import('../pages/templates/templates')).Templates],
  ['/templates/_new', async () => (await import('../pages/templates/template')).NewTemplate],
  ['/templates/:slug', async () => (await import('../pages/templates/template')).TemplatePage],
  ['/domains', async () => (await import('../pages/domains/domains')).Domains],
  ['/domains/:id', async () => (await import('../pages/domains/domain')).DomainPage],
  ['/suppressions', async () => (await import('../pages/suppressions/suppressions')).Suppressions],
  ['/topics', async () => (await import('../pages/topics/topics')).Topics],
  ['/keys', async () => (await import('../pages/keys/keys')).Keys],
  ['/reference', async () => (await import('../pages/reference/reference')).Reference],
  ['/reference/:id', async () => (await import('../pages/reference/operation')).OperationPage],
  ['/usage', async () => (await import('../pages/usage/usage')).UsagePage],
];

const localPages: readonly PageRoute[] = [
  ['/outbox/:id?', async () => (await import('../pages/outbox/outbox')).Outbox],
  ['/write', async () => (await import('../pages/write/write-mail')).WriteMail],
  ['/clock', async () => (await import('../pages/clock/clock')).ClockPage],
  ['/calls', async () => (await import('../pages/calls/calls')).Calls],
  ['/faults', async () => (await import('../pages/faults/faults')).Faults],
  ['/network', async () => (await import('../pages/network/network')).Network],
];

const toRoutes = (entries: readonly PageRoute[]) =>
  entries.map(([path, load]) => {
    const LazyPage = lazyPage(path, load);
    return (
      <Route key={path} path={path}>
        <LazyPage />
      </Route>
    );
  });

const [routes, localRoutes] = [toRoutes(pages), toRoutes(localPages)];

export function Routes() {
  const hasControl = useLocalSession()?.control ?? false;
  const [location] = useLocation();
  return (
    <PageBoundary location={location}>
      <Switch>
        <Route path="/">
          {/* Locally, the sent emails are the most useful first page. */}
          <Redirect to={hasControl ? '/outbox' : '/log'} replace />
        </Route>
        {routes}
        {hasControl && localRoutes}
        <Route>
          <NoSuchPage />
        </Route>
      </Switch>
    </PageBoundary>
  );
}

function NoSuchPage() {
  useEffect(() => {
    document.title = 'Page not found · Carrier Nest';
  }, []);
  return (
    <Page title="Page not found" lead="The URL may be wrong, or belong to another version.">
      <p>
        <Link href="/log">Open the log</Link>
      </p>
    </Page>
  );
}
