"""Reading playing cards from pictures: numpy and OpenCV in, labelled readings out.

Nothing here knows a rule of any game; a reading is a rank, a suit, where it lies and how sure it is.
"""

import cv2

cv2.setNumThreads(2)  # else as many as there are processors, each with memory of its own
