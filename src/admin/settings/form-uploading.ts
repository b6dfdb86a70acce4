import { createContext, use, useCallback, useEffect, useState } from 'react';

type Report = (change: 1 | -1) => void;

/** Adds to the number of fields of the form whose picture is being uploaded. */
export const ReportUploading = createContext<Report>(() => undefined);

/** Whether a field of the form is uploading a picture, and the value of `ReportUploading` for its fields. */
export function useUploadingFields(): { readonly isUploading: boolean; readonly report: Report } {
  const [count, setCount] = useState(0);
  const report = useCallback<Report>((change) => setCount((before) => before + change), []);
  return { isUploading: count > 0, report };
}

export function useReportUploading(isUploading: boolean): void {
  const report = use(ReportUploading);
  useEffect(() => {
    if (!isUploading) return undefined;
    report(1);
    return () => report(-1);
  }, [report, isUploading]);
}
