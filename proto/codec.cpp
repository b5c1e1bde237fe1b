#include "proto/codec.hpp"
