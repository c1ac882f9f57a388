type FileDrag = Pick<DragEvent, 'defaultPrevented' | 'preventDefault'> & {
  readonly dataTransfer: Pick<DataTransfer, 'types' | 'dropEffect'> | null;
};

/** Files that nothing on the screen takes are not taken by the browser either: it would open them in place of the app. */
export const refuseFiles = (event: FileDrag): void => {
  const { dataTransfer, defaultPrevented } = event;
  if (defaultPrevented || !dataTransfer?.types.includes('Files')) return;
  event.preventDefault();
  dataTransfer.dropEffect = 'none';
};

/** On the window, so that whatever takes files has seen the event before. */
export const refuseStrayFiles = (): void => {
  window.addEventListener('dragover', refuseFiles);
  window.addEventListener('drop', refuseFiles);
};
