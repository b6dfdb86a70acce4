import { usePermissions } from '../session/access.ts';
import type { DashboardNavigation } from '../dashboard/use-dashboard-location.ts';

/** The About page. Its blocks are settings, which administrators change. */
export function AboutRow({ navigation }: { readonly navigation: DashboardNavigation }) {
  const canEdit = usePermissions()('settings.edit');
  const open = () => navigation.navigate({ tab: 'settings', view: 'about', open: null });
  return (
    <div className="page-row">
      <div>
        {canEdit ? (
          <button type="button" className="page-title" onClick={open}>
            About
          </button>
        ) : (
          <a className="page-title" href="/about">
            About
          </a>
        )}
        <p className="text-xs text-muted wrap-anywhere">
          /about · mission, principles and timeline
          {!canEdit && ' · changed by administrators'}
        </p>
      </div>
      <span className="status">Published</span>
    </div>
  );
}
