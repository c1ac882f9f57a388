/** Where the member's choice stands in local storage. */
export const DATA_SAVER_KEY = 'tambay.dataSaver';
