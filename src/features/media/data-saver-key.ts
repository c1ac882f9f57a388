/** Where the member's choice stands in local storage; also read before the app is there (src/last-look). */
export const DATA_SAVER_KEY = 'tambay.dataSaver';
