"""Reading playing cards and tiles from pictures: numpy and OpenCV in, labelled readings out.

Nothing here knows the rules of any game. A reading is a rank and a suit, a place and a confidence.
"""

import cv2

cv2.setNumThreads(2)  # else as many as there are processors, each with memory of its own
