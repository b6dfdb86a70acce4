import { createContext, use, useEffect, useId, useState } from 'react';

type Report = (field: string, isUploading: boolean) => void;

/** Tells the form that a picture of one of its fields is being uploaded. */
export const ReportUploading = createContext<Report>(() => undefined);

/** Whether a field of the form is uploading a picture, and the value of `ReportUploading` for its fields. */
export function useUploadingFields(): { readonly isUploading: boolean; readonly report: Report } {
  const [fields, setFields] = useState<ReadonlySet<string>>(new Set());
  const [report] = useState(() => (field: string, isUploading: boolean) => {
    setFields((before) => {
      const next = new Set(before);
      if (isUploading) next.add(field);
      else next.delete(field);
      return next;
    });
  });
  return { isUploading: fields.size > 0, report };
}

export function useReportUploading(isUploading: boolean): void {
  const field = useId();
  const report = use(ReportUploading);
  useEffect(() => {
    if (!isUploading) return undefined;
    report(field, true);
    return () => report(field, false);
  }, [report, field, isUploading]);
}
