import { CalendarDays, Clock3, Sun, X } from 'lucide-react';

/**
 * The floating panel. Time and date use the reader's time zone, which only the browser knows: `clock.ts` fills them in
 * when the panel opens. Without script those two cards are hidden. The button is hidden until `visibility.ts` has found
 * that it covers nothing.
 */
export function Widget({ isWeatherShown }: { readonly isWeatherShown: boolean }) {
  const label = isWeatherShown ? 'Time, date and weather' : 'Time and date';
  return (
    <aside className="widget" data-covering="" aria-label="At a glance">
      <button type="button" className="widget-toggle" popoverTarget="widget" aria-label={label}>
        <Clock3 className="widget-open" size={24} aria-hidden="true" />
        <X className="widget-close" size={24} aria-hidden="true" />
      </button>
      <div popover="auto" id="widget" className="widget-panel" role="group" aria-label={label}>
        <div className="widget-card" data-needs-script="">
          <Clock3 size={20} aria-hidden="true" />
          <p>
            <span className="widget-label">Local time</span>
            <time className="widget-value" data-clock="time" />
          </p>
        </div>
        <div className="widget-card" data-needs-script="">
          <CalendarDays size={20} aria-hidden="true" />
          <p>
            <span className="widget-label" data-clock="weekday" />
            <time className="widget-value" data-clock="date" />
          </p>
        </div>
        {isWeatherShown && (
          <div className="widget-card">
            <Sun size={20} aria-hidden="true" />
            <p>
              <span className="widget-label">Weather</span>
              <span className="widget-value">24°C, Sunny</span>
            </p>
          </div>
        )}
      </div>
    </aside>
  );
}
